import type { RelayRequest } from '../dialects/dialect.ts';
import { collectPromptText } from '../prompt/prompt.ts';
import type { Prepared } from './request.ts';

/**
 * Releases the bytes of the request, as a stream lasts for minutes and no other channel is tried. Keeps the
 * texts, so that the prompt can be counted when the upstream does not count it.
 */
export function releaseRequestBytes(relayRequest: RelayRequest, { request }: Prepared): void {
  keepTexts(relayRequest);
  relayRequest.body = EMPTY;
  relayRequest.members = [];
  if (relayRequest.file) relayRequest.file = EMPTY;
  request.body = EMPTY;
}

/** The same for the request at other models, which share its bytes. */
export function releaseOthers(requests: readonly RelayRequest[], served: RelayRequest): void {
  for (const request of requests) {
    if (request === served) continue;
    request.body = EMPTY;
    request.members = [];
    delete request.readWhole;
  }
}

/**
 * Reads the texts that were cut from a large body. Media needs no reading: its length is no longer needed.
 */
function keepTexts(relayRequest: RelayRequest): void {
  if (!relayRequest.readWhole) return;
  const json =
    collectPromptText(relayRequest.json).cutTexts > 0 ? relayRequest.readWhole() : relayRequest.json;
  const readWhole = () => json;
  relayRequest.readWhole = readWhole;
}

const EMPTY = Buffer.alloc(0);
