import { openaiChat } from '../dialects/openai-chat.ts';
import { openaiResponses } from '../dialects/openai-responses.ts';
import { RelayError } from '../errors.ts';
import { listStoredChats } from '../stored/list-chats.ts';
import { serveStored } from '../stored/serve-stored.ts';
import type { StoredFormat } from '../stored/storage.ts';
import { answering, type Route, refusing } from './serving.ts';

/** What OpenAI's clients do with an answer that its provider stores, by the path behind its id. */
const actions: Record<StoredFormat, Record<string, readonly Method[]>> = {
  'openai-responses': { '': ['GET', 'DELETE'], '/cancel': ['POST'], '/input_items': ['GET'] },
  'openai-chat': { '': ['GET', 'POST', 'DELETE'], '/messages': ['GET'] },
};

type Method = 'GET' | 'POST' | 'DELETE';

const PATH = /^\/v1\/(responses|chat\/completions)\/([^/]+)(\/[^/]+)?$/;

/** Paths of one stored answer: `/v1/responses/{id}`, `/v1/chat/completions/{id}`, and below. */
export function findStoredRoute(method: string, path: string): Route | undefined {
  const [, collection, encodedId, action = ''] = PATH.exec(path) ?? [];
  const id = encodedId && decodeId(encodedId);
  if (!id) return undefined;
  const format = collection === 'responses' ? 'openai-responses' : 'openai-chat';
  const methods = actions[format][action];
  if (!methods) return undefined;
  const dialect = format === 'openai-responses' ? openaiResponses : openaiChat;
  const known = methods.find((each) => each === method);
  if (!known)
    return refusing(dialect, () => new RelayError(405, 'method_not_allowed', { method: methods.join(', ') }));
  return {
    dialect,
    serve: (ctx, exchange) => serveStored(ctx, exchange, { id, format, method: known, action, dialect }),
  };
}

/** `GET /v1/chat/completions` */
export const storedChats: Route = answering(openaiChat, listStoredChats);

function decodeId(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
