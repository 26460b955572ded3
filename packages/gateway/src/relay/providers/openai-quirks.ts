import type { EndpointPaths } from './openai-endpoints.ts';
import type { MessageRules } from './openai-messages.ts';
import type { SearchFields } from './openai-search.ts';
import type { UsageQuirks } from './openai-usage.ts';
import type { AnswerMending, Edits, OperationFacts } from './operation.ts';
import type { Address, Auth, Operation, Target } from './provider.ts';

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

/** Returns the URL of a path below the channel's address, with the headers of the key. */
export function addressOf(target: Target, path: Quirks['path'], quirks: Quirks): Address {
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
