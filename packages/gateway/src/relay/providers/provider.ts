import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import type { Conversion, EndpointAdapter, Json } from './conversion.ts';
import type { Address, Target } from './target.ts';

export type { Bytes, Conversion, EndpointAdapter, Json } from './conversion.ts';
export type { Address, Target, VendorOptions } from './target.ts';

/** The API formats of callers and upstreams. */
export type DialectId = ChatDialectId | EndpointId;

export type ChatDialectId = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini';

/** Endpoints that exist in one format only. */
export type EndpointId =
  | 'completions'
  | 'embeddings'
  | 'moderations'
  | 'images/generations'
  | 'images/edits'
  | 'images/variations'
  | 'audio/speech'
  | 'audio/transcriptions'
  | 'audio/translations'
  | 'rerank'
  | 'realtime'
  | 'messages/count_tokens'
  | 'gemini-embed'
  | 'gemini-count';

/** One endpoint of a vendor. */
export interface Operation {
  /**
   * The upstream's format. Requests of callers in the same format pass byte for byte; no caller uses `own`.
   */
  readonly native: DialectId | 'own';
  address(target: Target): Address;
  /**
   * Changes that this vendor needs at the top level of a passed-through body; `undefined` removes a field.
   */
  edits?(body: Readonly<Record<string, unknown>>, target: Target): [field: string, value: unknown][];
  /** The model is named in the URL, not in the body. */
  readonly modelInAddress?: boolean;
  /**
   * Whether a stream reports its usage with `stream_options.include_usage`; if not, the field is not sent.
   */
  readonly streamUsage: boolean;
  /** Returns the usage member of a response, when it is not `usage`. */
  findUsage?(answer: Readonly<Record<string, unknown>>): unknown;
  /** Parses the usage. Omits invalid fields. */
  readUsage(usage: unknown): Partial<Usage> | undefined;
  /** Reads usage and end of a passed-through stream that has no chat completion chunks. */
  readonly createStreamReader?: () => (data: string) => Part[];
  /** Responses may be audio, or texts that are not JSON. */
  readonly anyAnswer?: boolean;
  /** Binary responses are passed on as they arrive. */
  readonly binary?: boolean;
  /** For callers of another dialect. Without it their calls are never sent here. */
  readonly convert?: Conversion;
  /** The vendor has the same endpoint in another format: bodies are converted both ways. */
  readonly adapter?: EndpointAdapter;
  /** Exchanges the API key for a short-lived access token, which is cached until shortly before expiry. */
  readonly tokenExchange?: TokenExchange;
  /** Returns the URL to poll when a response is only a pending task. */
  pollAddress?(answer: Json, target: Target): Address | undefined;
  /** Counts the requested pieces in a response, if it may have fewer. */
  countImages?(answer: Json): number;
  /** Signs the request, when the signature covers the body or the time, or is an access token. */
  sign?(request: SignableRequest, target: Target, proof: SigningContext): Address | Promise<Address>;
  /** Finds the error in a response with status 200. */
  findFault?(answer: Readonly<Record<string, unknown>>): VendorFault | undefined;
  /** Converts a stream that is not server-sent events to them, piece by piece. */
  readonly toSse?: () => (bytes: Buffer) => Buffer;
  /**
   * Set for vendors with a WebSocket: the body is sent as one message, and this finds the last received one.
   */
  readonly isFinalMessage?: (message: string) => boolean;
}

export interface SignableRequest extends Address {
  body: Buffer | string;
}

export interface SigningContext {
  /** Milliseconds since 1970. */
  now: number;
  /** From the vendor's `tokenExchange`; empty without one. */
  accessToken: string;
}

/** Exchanges a key for an access token. */
export interface TokenExchange {
  address(target: Target): Address;
  /** Returns the body of the request; empty without this. */
  body?(target: Target, now: number): Promise<string>;
  /** @throws when the response has no token */
  read(answer: unknown): { accessToken: string; seconds: number };
}

/** A vendor's error, with the equivalent HTTP status. */
export interface VendorFault {
  status: number;
  code: string;
  message: string;
}

/** A provider's operations. No channel gets calls for a missing operation. */
export interface Provider {
  readonly chat?: Operation;
  /** Other formats that this vendor accepts unchanged. */
  readonly others?: readonly Operation[];
  /** The operations for this model, where they differ. `model` is the upstream's name. */
  forModel?(model: string): Pick<Provider, 'chat' | 'others'>;
}
