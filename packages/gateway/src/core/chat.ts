import type { Usage } from '@tollgate/pricing';

/** One chat request in the gateway's own format, between the caller's dialect and the provider's. */
export interface ChatCall {
  model: string;
  messages: ChatMessage[];
  tools: Tool[];
  toolChoice?: ToolChoice;
  /** The vendor may search the web by itself. */
  webSearch?: WebSearch;
  parallelToolCalls?: boolean;
  /** Maximum of completion tokens. */
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  seed?: number;
  stop: string[];
  stream: boolean;
  /** The reasoning effort. */
  effort?: Effort;
  /** Maximum of reasoning tokens, if the caller limits them. */
  thinkingBudget?: number;
  responseFormat?: ResponseFormat;
  /** The vendor's cache keeps the whole prompt this long; the caller marks no part of it. */
  cache?: CacheLifetime;
  /** The end user, as the caller names them. */
  user?: string;
}

/** Reasoning efforts of any vendor, from the lowest to the highest. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: Content[];
}

export type Content = (Media | AssistantContent) & Cacheable;

/** How long a vendor's cache keeps a prompt after its last use. */
export type CacheLifetime = '5m' | '1h';

export interface Cacheable {
  /** The prompt up to here is the beginning of later prompts. Vendors that cache by themselves ignore it. */
  cache?: CacheLifetime;
}

/** Prompt content other than text. Data is base64. */
export type Media =
  | { type: 'image'; url: string }
  | { type: 'image-data'; mediaType: string; base64: string }
  | { type: 'audio-data'; mediaType: string; base64: string }
  | { type: 'file'; url: string; mediaType?: string }
  | { type: 'file-data'; mediaType: string; base64: string; name?: string };

export type AssistantContent =
  | { type: 'text'; text: string }
  /** Reasoning of an earlier response. The signature proves to the vendor that it is its own. */
  | { type: 'reasoning'; text: string; signature?: string }
  /** Reasoning that only the vendor can read. */
  | { type: 'sealed-reasoning'; data: string }
  | ToolCall
  | { type: 'tool-result'; id: string; name?: string; content: (Media | TextContent)[]; failed?: boolean };

export interface TextContent {
  type: 'text';
  text: string;
}

export interface ToolCall {
  type: 'tool-call';
  id: string;
  name: string;
  /** JSON text. */
  input: string;
  /** A signature as for reasoning, from vendors that sign their tool calls. */
  signature?: string;
}

export interface Tool extends Cacheable {
  name: string;
  description?: string;
  /** JSON schema of the input. */
  parameters?: unknown;
  /** The input must follow the schema. Absent: the vendor's default. */
  strict?: boolean;
}

/** A search of the web that the vendor runs, not the caller. */
export interface WebSearch {
  /**
   * `optional`: left out where a vendor or model has no search. `available`: refused there. `used`: refused there, and
   * the model must search.
   */
  need: 'optional' | 'available' | 'used';
  maxUses?: number;
  allowedDomains?: string[];
  blockedDomains?: string[];
  /** Where the end user is, as far as the caller says so. */
  location?: { country?: string; region?: string; city?: string; timezone?: string };
  /** How much of the found pages the model reads. */
  contextSize?: 'low' | 'medium' | 'high';
}

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json' }
  | { type: 'schema'; name: string; schema: unknown; strict?: boolean };

export type FinishReason = 'stop' | 'length' | 'filtered' | 'tool-calls';

/** One event of a response. A response without streaming consists of the same parts, delivered at once. */
export type Part =
  | { type: 'start'; id: string; model: string }
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /** Belongs to the reasoning before it. */
  | { type: 'reasoning-signature'; signature: string }
  | { type: 'sealed-reasoning'; data: string }
  /** A source of the text before it. */
  | { type: 'citation'; url: string; title: string }
  | { type: 'tool-call-start'; index: number; id: string; name: string; signature?: string }
  | { type: 'tool-call-delta'; index: number; input: string }
  | { type: 'usage'; usage: Partial<Usage> }
  /** The provider made something that later calls can refer to. Only its channel has it. */
  | { type: 'reference'; id: string }
  /** The same of a single item or a file. */
  | { type: 'item'; id: string }
  | { type: 'finish'; reason: FinishReason }
  /** `report`: the provider's error object, with fields that the others leave out. */
  | { type: 'error'; status: number; kind: string; message: string; report?: object };

/** Features that a vendor may not support. */
export type ChatFeature =
  | 'audio'
  | 'file'
  | 'file-url'
  | 'image-url'
  | 'tools'
  | 'tool-result-media'
  | 'tool-choice'
  | 'web-search'
  | 'stop'
  | 'response-format';

/** The same for a field of OpenAI's own endpoints, by its name. */
export class UnsupportedFieldError extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`the provider has no words for the field ${field}`);
    this.name = 'UnsupportedFieldError';
    this.field = field;
  }
}

/** The provider lacks a requested feature. The call is refused, or the caller would pay for less. */
export class UnsupportedFeatureError extends Error {
  readonly what: ChatFeature;

  constructor(what: ChatFeature) {
    super(`the provider has no words for ${what}`);
    this.name = 'UnsupportedFeatureError';
    this.what = what;
  }
}

/** Whether a vendor without a search of the web cannot serve the call. */
export function needsSearch({ webSearch }: ChatCall): boolean {
  return webSearch !== undefined && webSearch.need !== 'optional';
}

/** An error that an upstream reports within its stream. */
export type ErrorPart = Extract<Part, { type: 'error' }>;

/** Reads an error that a provider sent within a stream. Its status is that of a broken provider if it implies none. */
export function toErrorPart(error: { readonly type?: unknown; readonly message?: unknown }): ErrorPart {
  const kind = String(error.type ?? 'upstream_error');
  return { type: 'error', status: 502, kind, message: String(error.message ?? ''), report: error };
}

/** Reads an `error` event of a response, which has the fields of the error itself, or one of a failed response. */
export function readErrorEvent(event: {
  readonly error?: object | null;
  readonly response?: { readonly error?: object | null };
}): ErrorPart {
  return toErrorPart(event.error ?? event.response?.error ?? { ...event, type: undefined });
}
