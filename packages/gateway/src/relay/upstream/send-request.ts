import type { Outbound } from '../../net/outbound.ts';
import { toUpstreamBody } from '../request/upstream-body.ts';
import { ResponseHandler } from './response-handler.ts';
import type { Sending, UpstreamRequest, UpstreamResponse } from './upstream.ts';

/**
 * Sends one request. Resolves with a whole response or the beginning of a stream's answer, so that a failure
 * before can still move to another channel. Fails an upstream that is silent for `silenceMs`, and cuts one that takes
 * longer than `answerMs`. Calls `onDispatch` when the socket is open, before the first byte.
 *
 * @throws {RelayError} 504 for a response that takes too long
 * @throws {Error} of undici or `OutboundBlockedError` when there is no such response
 */
export function sendRequest(
  outbound: Outbound,
  request: UpstreamRequest,
  sending: Sending,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const { url, proxy, method = 'POST' as const } = request;
    // The handler measures the time: one timer a call, to the millisecond.
    const times = { headersTimeoutMs: 0, idleTimeoutMs: 0 };
    const options = { method, ...toUpstreamBody(request), proxy, ...times };
    outbound.dispatch('channel', url, options, new ResponseHandler(request, sending, { resolve, reject }));
  });
}
