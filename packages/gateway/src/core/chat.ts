import type { Usage } from '@tollgate/pricing';

/** One chat request in the gateway's own words, between the caller's dialect and the provider's. */
export interface ChatCall {
  model: string;
  messages: ChatMessage[];
  tools: Tool[];
  toolChoice?: ToolChoice;
  parallelToolCalls?: boolean;
  /** Tokens of the answer, at most. */
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  seed?: number;
  stop: string[];
  stream: boolean;
  /** How much a reasoning model may think. */
  effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
  /** Tokens that thoughts may take, where the caller counts them. */
  thinkingBudget?: number;
  responseFormat?: ResponseFormat;
  /** Who the end user is, as the caller names them. */
  user?: string;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: Content[];
}

export type Content = Media | Said;

/** What else than text a prompt can hold. Data is base64. */
export type Media =
  | { type: 'image'; url: string }
  | { type: 'image-data'; mediaType: string; base64: string }
  | { type: 'audio-data'; mediaType: string; base64: string }
  | { type: 'file'; url: string; mediaType?: string }
  | { type: 'file-data'; mediaType: string; base64: string; name?: string };

export type Said =
  | { type: 'text'; text: string }
  /** Thoughts of an earlier answer. The signature proves to the vendor that they are its own. */
  | { type: 'reasoning'; text: string; signature?: string }
  /** Thoughts that only the vendor can read. */
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
  /** As of reasoning, from vendors that sign their tool calls. */
  signature?: string;
}

export interface Tool {
  name: string;
  description?: string;
  /** JSON schema of the input. */
  parameters?: unknown;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json' }
  | { type: 'schema'; name: string; schema: unknown };

export type FinishReason = 'stop' | 'length' | 'filtered' | 'tool-calls';

/** One event of an answer. A plain answer is the same parts, delivered at once. */
export type Part =
  | { type: 'start'; id: string; model: string }
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /** Belongs to the thoughts before it. */
  | { type: 'reasoning-signature'; signature: string }
  | { type: 'sealed-reasoning'; data: string }
  | { type: 'tool-call-start'; index: number; id: string; name: string; signature?: string }
  | { type: 'tool-call-delta'; index: number; input: string }
  | { type: 'usage'; usage: Partial<Usage> }
  | { type: 'finish'; reason: FinishReason }
  | { type: 'error'; status: number; kind: string; message: string };

/** What a vendor may have no words for. */
export type Untold =
  | 'audio'
  | 'file'
  | 'file-url'
  | 'image-url'
  | 'tools'
  | 'tool-result-media'
  | 'tool-choice'
  | 'parallel-tool-calls'
  | 'stop'
  | 'response-format';

/** The same for a field of OpenAI's own endpoints, by its name. */
export class FieldUntold extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`the provider has no words for the field ${field}`);
    this.name = 'FieldUntold';
    this.field = field;
  }
}

/** A provider cannot be told something that was asked for. It is refused, because the caller would pay for less. */
export class Untellable extends Error {
  readonly what: Untold;

  constructor(what: Untold) {
    super(`the provider has no words for ${what}`);
    this.name = 'Untellable';
    this.what = what;
  }
}
