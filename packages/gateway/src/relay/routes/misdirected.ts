import type { IncomingMessage } from 'node:http';
import { anthropicMessages } from '../dialects/anthropic-messages.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { RelayError } from '../errors.ts';
import { type Route, refusing } from './serving.ts';

/** Paths of the API without the `/v1` of the base URL, or with what other gateways have before it. */
const API_PATH =
  /^(?:\/openai)?(?:\/v1)?\/(?:models|chat|completions|responses|messages|embeddings|files|batches)(?:\/|$)/;

/**
 * Answers a client with a wrong base URL, which would otherwise get a page of the console with status 200. Browsers
 * accept HTML and get the page.
 */
export function findMisdirected({ method, headers }: IncomingMessage, path: string): Route | undefined {
  if (method !== 'GET' || !hasKey(headers) || headers.accept?.includes('text/html')) return undefined;
  if (!API_PATH.test(path)) return undefined;
  const dialect = path.includes('/messages') ? anthropicMessages : openaiChat;
  const details = { method, path: path.slice(0, 200) };
  return refusing(dialect, () => new RelayError(404, 'path_unknown', details, { text: 'path_outside_base' }));
}

function hasKey(headers: IncomingMessage['headers']): boolean {
  return Boolean(headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key']);
}
