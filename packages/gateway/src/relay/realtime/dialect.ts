import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import { endpoint } from '../dialects/endpoint.ts';
import { invalid } from '../dialects/read-request.ts';
import { type Failure, RelayError } from '../errors.ts';

/** https://platform.openai.com/docs/api-reference/realtime */
export const realtime: Dialect = endpoint('realtime', ({ url, headers, body }): RelayRequest => {
  const model = new URLSearchParams(url.split('?', 2)[1] ?? '').get('model') ?? '';
  if (model === '') throw new RelayError(400, 'field_required', { field: 'model' });
  if (model.length > 255) throw invalid('model', 'too_long');
  return {
    model,
    stream: true,
    includeUsage: true,
    maxOutput: undefined,
    choices: 1,
    // As for a call with audio in both directions: this is held for a response.
    json: { modalities: ['audio'], input: [{ input_audio: {} }] },
    body,
    members: [],
    headers: betaOf(headers),
    measure: { promptTokens: PROMPT_TOKENS, isEstimate: true, note: { ws: true } },
  };
});

/** Tokens held for the prompt of a response; a longer conversation raises the hold. */
const PROMPT_TOKENS = 500;
const BETA = 'openai-beta.realtime-v1';

/** Which of two API versions the caller uses. Browsers send it as a WebSocket protocol. */
function betaOf(headers: IncomingHttpHeaders): Record<string, string> {
  const named = headers['sec-websocket-protocol']?.includes(BETA) ? 'realtime=v1' : '';
  const beta = String(headers['openai-beta'] ?? named);
  return beta === '' ? {} : { 'openai-beta': beta };
}

/** Formats an error as an event of the session. `causedBy`: the `event_id` of the caller's event, if any. */
export function errorEvent(
  { message, type, code, param }: Failure,
  requestId: string,
  causedBy: string | null = null,
): string {
  const error = { type, code, message, param: param || null, event_id: causedBy };
  return JSON.stringify({ event_id: `evt_${requestId}`, type: 'error', error });
}
