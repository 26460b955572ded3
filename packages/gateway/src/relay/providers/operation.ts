import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import type { Auth } from './auth.ts';
import type { Conversion, EndpointAdapter, Json, WrittenCall } from './conversion.ts';
import type { DialectId, EndpointId } from './dialect-id.ts';
import type { Address, Target } from './target.ts';

/**
 * One endpoint of a vendor. Write rows without spreads, or the compiler accepts misspelt names; derive one
 * operation from another with `changed`.
 */
export type Operation = OperationFacts & (NativeOperation | OwnChat | AdaptedEndpoint);

export interface OperationFacts {
  address(target: Target): Address;
  /** The model is named in the URL, not in the body. */
  readonly modelInAddress?: boolean;
  readonly auth: Auth;
  readonly transport: Transport;
  readonly usage: UsageReport;
  /** Whether a stream may bill output that it does not contain, such as hidden reasoning. Absent: it may. */
  readonly hidesOutput?: ((call: WrittenCall) => boolean) | undefined;
  /** Finds the error in a response with status 200. */
  readonly findFault?: ((answer: Json) => VendorFault | undefined) | undefined;
}

/** The upstream speaks a format of callers: their requests pass byte for byte. */
interface NativeOperation {
  readonly native: DialectId;
  readonly translate: NoTranslation | ChatTranslation;
  readonly stream: StreamEvents;
  readonly edits?: Edits | undefined;
  readonly mendsAnswers?: AnswerMending | undefined;
}

/** A chat in a format of the vendor alone: every request is converted. */
interface OwnChat {
  readonly native: 'own';
  readonly translate: ChatTranslation;
  readonly stream?: undefined;
  readonly edits?: undefined;
  readonly mendsAnswers?: undefined;
}

/** The vendor has the same endpoint in another format: bodies are converted both ways. */
interface AdaptedEndpoint {
  readonly native: EndpointId;
  readonly translate: EndpointTranslation;
  readonly stream: StreamEvents;
  readonly edits?: undefined;
  readonly mendsAnswers?: undefined;
}

/** What happens to bodies in another format than the upstream's. */
export type Translation = NoTranslation | ChatTranslation | EndpointTranslation;

/** Calls in another format are never sent here. */
interface NoTranslation {
  readonly kind: 'none';
}

export interface ChatTranslation {
  readonly kind: 'chat';
  readonly conversion: Conversion;
}

export interface EndpointTranslation {
  readonly kind: 'endpoint';
  readonly adapter: EndpointAdapter;
  /** Counts the requested pictures in a response, if it may have fewer. */
  countImages?(answer: Json): number;
}

export const NO_TRANSLATION: NoTranslation = { kind: 'none' };

/** How a response arrives. */
export type Transport =
  /** JSON, or server-sent events when the call is a stream. */
  | { readonly kind: 'json' }
  /** The same, but a stream in another format is converted to server-sent events, piece by piece. */
  | { readonly kind: 'framed'; readonly toSse: () => (bytes: Buffer) => Buffer }
  /** JSON, or a text or picture that is not JSON. */
  | { readonly kind: 'any' }
  /** Audio, passed on as it arrives, or one of the above. */
  | { readonly kind: 'audio' }
  /** JSON that may only name a pending task. Returns the URL to poll until the result is there. */
  | { readonly kind: 'poll'; findTask(answer: Json, target: Target): Address | undefined }
  /** A WebSocket: the body is sent as one message. */
  | { readonly kind: 'websocket'; isFinalMessage(message: string): boolean };

export const JSON_OR_SSE: Transport = { kind: 'json' };

/** How usage and end of a stream are read that reaches the caller in the native format. */
export type StreamEvents =
  /** Chat completion chunks. `reportsUsage`: with `stream_options.include_usage`; else it is not sent. */
  | { readonly kind: 'chunks'; readonly reportsUsage: boolean }
  | { readonly kind: 'events'; readonly createReader: () => (data: string) => Part[] };

export const CHUNKS: StreamEvents = { kind: 'chunks', reportsUsage: false };

export interface UsageReport {
  /** Parses the usage. Omits invalid fields. `answer` has what some vendors report next to it. */
  read(usage: unknown, answer?: Json): Partial<Usage> | undefined;
  /** Returns the usage member of a response, when it is not `usage`. */
  find?(answer: Json): unknown;
}

export const NO_USAGE: UsageReport = { read: () => undefined };

/**
 * Changes that a vendor needs at the top level of a passed-through body; `undefined` removes a field. Long
 * strings of `body` may be cut where `whole` is there.
 */
export type Edits = (body: Json, target: Target, whole?: () => Json) => [field: string, value: unknown][];

/** How answers of a vendor that differ from the format it copies get that format. */
export interface AnswerMending {
  /** Returns a whole answer or a chunk in the format; `undefined` when it has it. */
  mend(answer: Json): Json | undefined;
  /** User agents of clients that read the vendor's own form. */
  readonly ownClients: RegExp;
}

/** A vendor's error, with the equivalent HTTP status. */
export interface VendorFault {
  status: number;
  code: string;
  message: string;
}

/** Derives an operation from another. */
export function changed(operation: Operation, changes: Partial<OperationFacts>): Operation {
  return { ...operation, ...changes };
}
