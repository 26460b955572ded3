import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../core/context.ts';
import { requestChannel } from '../../net/request-channel.ts';
import { UpstreamError } from '../errors.ts';
import type { Address, Target, Transport } from '../providers/provider.ts';
import { parseObject } from '../request/parse-object.ts';
import type { UpstreamResponse } from '../upstream/upstream.ts';

/** Multiple of the silence limit that an upstream may work on one response. */
const SILENCE_FACTOR = 5;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 3000;
const POLL_TIMEOUT_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

interface Polled {
  readonly transport: Extract<Transport, { kind: 'poll' }>;
  readonly target: Target;
}

/**
 * Polls a vendor that accepts an order at once and works asynchronously, less and less often, until the
 * result is there. The caller sees one call and pays for the result. A failed poll is repeated, because the
 * work continues.
 *
 * @throws {UpstreamError} 504 when the work does not end in time
 */
export async function followWork(
  ctx: Pick<Context, 'outbound' | 'now'>,
  accepted: UpstreamResponse,
  { transport, target }: Polled,
  silenceMs: number,
): Promise<UpstreamResponse> {
  const until = ctx.now() + silenceMs * SILENCE_FACTOR;
  let response = accepted;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const json =
      response.kind === 'whole' && response.status === 200 ? parseObject(response.body) : undefined;
    const next = json && transport.findTask(json, target);
    if (!next) return response;
    if (ctx.now() > until)
      throw new UpstreamError({
        status: 504,
        message: 'the provider took too long',
        kind: 'timeout_error',
      });
    await sleep(pause);
    response = (await ask(ctx, next, target.proxy)) ?? response;
  }
}

/** Returns undefined when the state is unavailable now. */
async function ask(
  { outbound }: Pick<Context, 'outbound'>,
  { url, headers }: Address,
  proxy: string | undefined,
): Promise<UpstreamResponse | undefined> {
  const options = { method: 'GET' as const, headers, timeoutMs: POLL_TIMEOUT_MS, maxBytes: MAX_BYTES };
  const answer = await requestChannel(outbound, { proxy }, url, options).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) return undefined;
  const body = Buffer.from(JSON.stringify(answer.json ?? {}));
  return { kind: 'whole', status: answer.status, headers: answer.headers, body };
}
