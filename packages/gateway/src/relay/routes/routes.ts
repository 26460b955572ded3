import { anthropicCount } from '../dialects/anthropic-count.ts';
import { anthropicMessages } from '../dialects/anthropic-messages.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { openaiResponses } from '../dialects/openai-responses.ts';
import { responsesCompact, responsesCount } from '../dialects/responses-others.ts';
import { RelayError } from '../errors.ts';
import { relayCount } from '../prompt/count.ts';
import { relayPlayground } from '../relay.ts';
import { findTaskRoute } from '../tasks/routes.ts';
import { getModel, listModels } from './models.ts';
import { endpointRoutes, findEngineRoute } from './routes-endpoints.ts';
import { findGoogleRoute } from './routes-google.ts';
import { findStoredRoute, storedChats } from './routes-stored.ts';
import { answering, notBuilt, type Route, refusing, relaying, unknown } from './serving.ts';

/** Returns the route of a path; `undefined` when the relay does not serve it. */
export function findRoute(method: string, path: string): Route | undefined {
  const written = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const address = written.replace(GOOGLES_OPENAI, '/v1/');
  const route = served.get(address);
  if (route) return route[method] ?? (method === 'OPTIONS' ? nowhere(method, address) : otherMethod(route));
  const other =
    findStoredRoute(method, address) ??
    findGoogleRoute(method, address) ??
    findEngineRoute(method, address) ??
    findTaskRoute(method, address);
  if (other) return other;
  const model = /^\/v1\/models\/(.+)$/.exec(address)?.[1];
  if (model !== undefined && method === 'GET')
    return answering(openaiChat, (ctx, exchange) => getModel(ctx, exchange, decode(model)));
  if (planned.some((pattern) => pattern.test(address))) return notBuilt(openaiChat);
  return /^\/(v1|mj|suno|pg)(\/|$)/.test(address) ? nowhere(method, address) : undefined;
}

/** Google's own base URL for the clients of OpenAI: https://ai.google.dev/gemini-api/docs/openai */
const GOOGLES_OPENAI = /^\/v1beta\/openai\//;

const messagesCount: Route = {
  dialect: anthropicCount,
  serve: (ctx, exchange) => relayCount(ctx, exchange, anthropicCount, (tokens) => ({ input_tokens: tokens })),
};
const responsesTokens: Route = {
  dialect: responsesCount,
  serve: (ctx, exchange) =>
    relayCount(ctx, exchange, responsesCount, (tokens) => ({
      object: 'response.input_tokens',
      input_tokens: tokens,
    })),
};
const playground: Route = {
  dialect: openaiChat,
  serve: (ctx, exchange) => relayPlayground(ctx, exchange, openaiChat),
};

const served = new Map<string, Record<string, Route>>([
  ['/v1/chat/completions', { GET: storedChats, POST: relaying(openaiChat) }],
  ['/v1/responses', { POST: relaying(openaiResponses) }],
  ['/v1/responses/compact', { POST: relaying(responsesCompact) }],
  ['/v1/responses/input_tokens', { POST: responsesTokens }],
  ['/v1/messages', { POST: relaying(anthropicMessages) }],
  ['/v1/messages/count_tokens', { POST: messagesCount }],
  ['/pg/chat/completions', { POST: playground }],
  ['/v1/models', { GET: answering(openaiChat, listModels) }],
  ['/v1/realtime', { GET: refusing(openaiChat, () => new RelayError(426, 'websocket_required')) }],
  ...endpointRoutes,
]);

/** Paths that clients know and the relay does not implement yet. */
const planned = [/^\/v1\/edits$/, /^\/v1\/(files|fine-tunes)(\/|$)/, /^\/v1\/models\/[^/]+$/];

function nowhere(method: string, path: string): Route {
  return unknown(path.startsWith('/v1/messages') ? anthropicMessages : openaiChat, method, path);
}

function otherMethod(routes: Record<string, Route>): Route {
  const [route] = Object.values(routes);
  const method = Object.keys(routes).join(', ');
  return refusing(route?.dialect ?? openaiChat, () => new RelayError(405, 'method_not_allowed', { method }));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
