import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import type { Answer } from '../streaming/answer.ts';
import { readFirstIdentity } from '../streaming/stream-identity.ts';
import { isEnded } from './background-responses.ts';

const IN_BACKGROUND = /"background"\s*:\s*true/;

/** Returns the id of a response that its provider goes on with after the call; `undefined` for all other answers. */
export function findPendingResponse(
  { content, prepared }: Answer,
  { json }: RelayRequest,
  dialect: Dialect,
): string | undefined {
  if (json.background !== true || dialect.id !== 'openai-responses' || !prepared.native) return undefined;
  if (content.kind === 'whole') {
    const { id, status } = content.json;
    return typeof id === 'string' && typeof status === 'string' && !isEnded(content.json) ? id : undefined;
  }
  // Providers that do not know the field send a stream that ends with the call.
  const beginning = content.stream.peek();
  const id = IN_BACKGROUND.test(beginning.toString('utf8')) && readFirstIdentity(beginning).id;
  return id || undefined;
}
