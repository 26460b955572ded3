import { needsSearch, UnsupportedFeatureError } from '../../core/chat.ts';
import { mayReasonUnseen } from '../../core/openai-models.ts';
import { BY_KEY } from './auth.ts';
import type { WrittenCall } from './conversion.ts';
import { createChatDecoder, decodeChat } from './openai-decode.ts';
import { encodeChat } from './openai-encode.ts';
import { type EndpointPaths, everyEndpoint, openaiEndpoints } from './openai-endpoints.ts';
import type { MessageRules } from './openai-messages.ts';
import { openaiResponses, responsesSiblings } from './openai-responses.ts';
import type { SearchFields } from './openai-search.ts';
import { readUsage, type UsageQuirks } from './openai-usage.ts';
import {
  type AnswerMending,
  type Edits,
  JSON_OR_SSE,
  type OperationFacts,
  type UsageReport,
} from './operation.ts';
import type { Address, Auth, Operation, Provider, Target } from './provider.ts';

/** Differences of a vendor from OpenAI's chat. Data, so that no code branches on the vendor. */
export interface Quirks extends UsageQuirks, MessageRules {
  /** Default `/v1/chat/completions`. */
  path?: string | ((target: Target) => string);
  /** The base URL is the whole URL; `{model}` is filled in. */
  wholeUrl?: boolean;
  headers?: (target: Target) => Record<string, string>;
  edits?: Edits;
  /** Like `edits`, only for requests that the gateway converts from another dialect. */
  conversionEdits?: Edits;
  mendsAnswers?: AnswerMending;
  /** How a model is allowed to search the web. */
  webSearch?: SearchFields;
  /** Default true. */
  streamUsage?: boolean;
  /** The header of the key, when it is not a bearer token in `authorization`. */
  keyHeader?: string;
  /** The vendor also supports `/v1/responses`; `all`: with the counter and the compaction next to it. */
  responses?: boolean | 'all';
  /** Paths of the other endpoints. Default: under `/v1` when chat is there too, else none. */
  endpoints?: EndpointPaths;
  /** Bounds that the vendor requires. */
  topP?: [least: number, most: number];
  /** Default: a key in a header. */
  auth?: Auth;
  /** Finds errors sent with status 200. */
  findFault?: OperationFacts['findFault'];
  /** Names of models are the operator's own, so that a name without a known maker may hide its reasoning. */
  hasOwnNames?: boolean;
  /** Operations in another format. */
  others?: readonly Operation[];
}

/** The operations of a vendor of this kind. */
export function compatible(quirks: Quirks = {}): Pick<Provider, 'chat' | 'others'> {
  const own = quirks.path === undefined ? everyEndpoint : {};
  const address = (target: Target, path: string) => addressOf(target, path, quirks);
  const same = openaiEndpoints(quirks.endpoints ?? own, address, quirks);
  const others = [...same, ...(quirks.others ?? [])];
  const responses = openaiResponses(
    (target) => addressOf(target, '/v1/responses', quirks),
    (call) => hidesReasoning(call, quirks),
  );
  const siblings = quirks.responses === 'all' ? responsesSiblings(address) : [];
  return {
    chat: openaiChat(quirks),
    others: quirks.responses ? [responses, ...siblings, ...others] : others,
  };
}

/** `POST {base}/v1/chat/completions` of OpenAI and of most others. */
export function openaiChat(quirks: Quirks = {}): Operation {
  const { streamUsage = true, auth = BY_KEY, findFault } = quirks;
  const edits: Edits = (body, target, whole) => [
    ...boundTopP(body.top_p, quirks),
    ...(quirks.edits?.(body, target, whole) ?? []),
  ];
  const read: UsageReport['read'] = (usage, answer) => readUsage(usage, quirks, answer);
  return {
    native: 'openai-chat',
    auth,
    transport: JSON_OR_SSE,
    stream: { kind: 'chunks', reportsUsage: streamUsage },
    findFault,
    address: (target) => addressOf(target, quirks.path ?? '/v1/chat/completions', quirks),
    edits,
    mendsAnswers: quirks.mendsAnswers,
    usage: { read },
    hidesOutput: (call) => hidesReasoning(call, quirks),
    translate: {
      kind: 'chat',
      conversion: {
        searchesWeb: true,
        encode(call, target) {
          const encoded = encodeChat(call, quirks);
          const converted = quirks.conversionEdits?.(encoded, target) ?? [];
          const search = call.webSearch && quirks.webSearch?.(call.webSearch, target.model);
          if (needsSearch(call) && !search) throw new UnsupportedFeatureError('web-search');
          const body = { ...encoded, ...Object.fromEntries(converted), ...search };
          const asksUsage = call.stream && streamUsage && { stream_options: { include_usage: true } };
          return { ...body, ...Object.fromEntries(edits(body, target)), ...asksUsage };
        },
        decode: (body) => decodeChat(body, read),
        createDecoder: () => createChatDecoder(read),
      },
    },
  };
}

/** At OpenAI and Azure fine-tuned models and deployments have names of their own. */
export function hidesReasoning(
  { models }: WrittenCall,
  { hasOwnNames }: Pick<Quirks, 'hasOwnNames'>,
): boolean {
  if (models.some(mayReasonUnseen)) return true;
  return hasOwnNames === true && !models.some((model) => /(^|:)(chatgpt|gpt-[345])/.test(model));
}

function addressOf(target: Target, path: Quirks['path'], quirks: Quirks): Address {
  const { key } = target;
  const own = quirks.keyHeader ? { [quirks.keyHeader]: key } : { authorization: `Bearer ${key}` };
  return { url: urlOf(target, path, quirks), headers: { ...own, ...quirks.headers?.(target) } };
}

function urlOf(target: Target, path: Quirks['path'] = '', { wholeUrl }: Quirks): string {
  const { baseUrl, model } = target;
  if (wholeUrl) return baseUrl.replaceAll('{model}', encodeURIComponent(model));
  const tail = typeof path === 'string' ? path : path(target);
  return (
    baseUrl + (baseUrl.startsWith('https://gateway.ai.cloudflare.com') ? tail.replace(/^\/v1/, '') : tail)
  );
}

function boundTopP(topP: unknown, { topP: bounds }: Quirks): [string, unknown][] {
  if (!bounds || typeof topP !== 'number') return [];
  const bound = Math.min(Math.max(topP, bounds[0]), bounds[1]);
  return bound === topP ? [] : [['top_p', bound]];
}
