import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import type { Conversion, Json, Rephrasing } from './conversion.ts';
import type { Address, Target } from './target.ts';

export type { Bytes, Conversion, Json, Rephrasing } from './conversion.ts';
export type { Address, Target, VendorOptions } from './target.ts';

/** The formats in which callers and upstreams talk. */
export type DialectId = ChatDialectId | EndpointId;

export type ChatDialectId = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini';

/** What is asked for in one form only. */
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

/** One thing that a vendor can do. */
export interface Operation {
  /** What the upstream speaks. Callers who speak it too are passed through, byte for byte; `own` is spoken by none. */
  readonly native: DialectId | 'own';
  address(target: Target): Address;
  /** What this vendor needs different at the top level of a body that is passed through; `undefined` removes a field. */
  edits?(body: Readonly<Record<string, unknown>>, target: Target): [field: string, value: unknown][];
  /** The model is named in the address, not in the body. */
  readonly modelInAddress?: boolean;
  /** Whether a stream reports its usage when `stream_options.include_usage` asks for it; without, the field is not sent. */
  readonly streamUsage: boolean;
  /** What of an answer reports usage, when it is not its member `usage`. */
  findUsage?(answer: Readonly<Record<string, unknown>>): unknown;
  /** Reads that. Fields that make no sense are left out. */
  readUsage(usage: unknown): Partial<Usage> | undefined;
  /** Reads a stream that passes through, where it is not told in chat completion chunks: for usage and end. */
  readonly watch?: () => (data: string) => Part[];
  /** Answers may be sound, or texts that are not JSON. */
  readonly anyAnswer?: boolean;
  /** Answers of bytes that are no text are handed on as they come. */
  readonly sound?: boolean;
  /** For callers of another dialect. Without it they are never sent here. */
  readonly convert?: Conversion;
  /** The vendor has the same thing in other words: bodies are told again, both ways. */
  readonly rephrase?: Rephrasing;
  /** A key is not enough: a pass is asked for first, and shown until it expires. */
  readonly login?: Login;
  /** The answer is a receipt for work that goes on: where to ask how it gets on, until the answer is there. */
  pending?(answer: Json, target: Target): Address | undefined;
  /** How many of the pieces that were asked for an answer holds, where it may be fewer. */
  pieces?(answer: Json): number;
  /** Proves who asks, where the proof covers the body or the hour, or is a pass. */
  sign?(request: SignableRequest, target: Target, proof: Proof): Address;
  /** What of an answer that came with status 200 says that it is an error. */
  findFault?(answer: Readonly<Record<string, unknown>>): VendorFault | undefined;
  /** The vendor's stream is none of server-sent events: this makes them of its bytes, piece by piece. */
  readonly unframe?: () => (bytes: Buffer) => Buffer;
  /** Spoken to over a WebSocket: the body is the one message up, of those down this finds the last. */
  readonly isLast?: (message: string) => boolean;
}

export interface SignableRequest extends Address {
  body: Buffer | string;
}

export interface Proof {
  /** Milliseconds since 1970. */
  now: number;
  /** Of the vendor's `login`; empty without. */
  pass: string;
}

/** How a pass is got for a key. */
export interface Login {
  request(target: Target, now: number): Address & { body: string };
  /** @throws when the answer holds none. */
  read(answer: unknown): { pass: string; seconds: number };
}

/** An error as the vendor words it, with the HTTP status that it would have elsewhere. */
export interface VendorFault {
  status: number;
  code: string;
  message: string;
}

/** A missing operation means that the provider cannot do it, and no channel of it is ever asked. */
export interface Provider {
  readonly id: string;
  readonly label: string;
  readonly defaultBaseUrl: string;
  readonly chat?: Operation;
  /** Other formats that this vendor takes as they are. */
  readonly others?: readonly Operation[];
  /** What it can do with this model, where that differs. The model is the upstream's name. */
  forModel?(model: string): Pick<Provider, 'chat' | 'others'>;
}
