import type { IncomingHttpHeaders } from 'node:http';
import type { Usage } from '@tollgate/pricing';
import type { ChatCall, ChatFeature, Part } from '../../core/chat.ts';
import type { Failure } from '../errors.ts';
import type { DialectId, EndpointId } from '../providers/provider.ts';
import type { Member } from '../request/body.ts';
import type { BodyScan, JsonObject } from '../request/body-scan.ts';
import type { Measure } from './measure.ts';

/** An unparsed request. */
export interface RawRequest {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url: string;
  /** The structure of a large JSON body. */
  readonly scan?: BodyScan;
}

/**
 * A validated request: its fields for the gateway, its bytes for an upstream of the same dialect. The bytes
 * (`body`, `members`, `file`) are kept until a response streams.
 */
export interface RelayRequest {
  readonly model: string;
  /** The models to try in order, `model` first, when the request has such a list. */
  readonly models?: readonly string[];
  readonly stream: boolean;
  /** The caller requests the usage in the stream. */
  readonly includeUsage: boolean;
  /** Tokens of all answers together, when the caller set a limit. */
  readonly maxOutput: number | undefined;
  /** The number of answers. */
  readonly choices: number;
  /** Long strings and lists of numbers are cut where `readWhole` is there. `wholeJson` has them. */
  readonly json: JsonObject;
  /** Parses everything. */
  readWhole?: () => JsonObject;
  body: Buffer;
  members: readonly Member[];
  /** Content type of a body that is not JSON. */
  readonly contentType?: string;
  /** The plain fields of a form, and its main file. */
  readonly form?: Readonly<Record<string, string>>;
  file?: Buffer;
  /** Headers that an upstream of the same dialect needs. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The user agent, where answers depend on it. */
  readonly client?: string;
  /** The path has Anthropic's `?beta=true`. */
  readonly isBeta?: boolean;
  /** The task for the model, when the path names it. */
  readonly task?: string;
  /** The stream is one JSON list instead of events. */
  readonly asList?: boolean;
  /** What is charged instead of tokens, or the tokens known before the call. */
  readonly measure?: Measure;
}

/** Returns the whole JSON. Parses a large request again, so only use it when every byte is needed. */
export function wholeJson({ json, readWhole }: Pick<RelayRequest, 'json' | 'readWhole'>): JsonObject {
  return readWhole ? readWhole() : json;
}

/** The API format of a caller: the counterpart of a provider. */
export interface Dialect {
  readonly id: DialectId;
  /** @throws {RelayError} 400 that names the field. */
  parse(sent: RawRequest): RelayRequest | Promise<RelayRequest>;
  formatError(failure: Failure): string;
  /** Formats an event that ends a stream which already began. */
  formatStreamError(failure: Failure): string;
  /** Without it only upstreams of the same dialect are tried. */
  readonly translator?: ChatTranslator;
  /** The same for an endpoint of OpenAI that does the same. */
  readonly endpointTranslator?: EndpointTranslator;
  /** Requests without a translator can still refer to what an earlier call made. */
  readonly refersToEarlier?: boolean;
}

/** Pure functions between the caller's format and the gateway's. */
export interface ChatTranslator {
  /** @throws {RelayError} 400 that names a field unsupported by other vendors */
  toCall(relayRequest: RelayRequest): ChatCall;
  formatAnswer(parts: readonly Part[], relayRequest: RelayRequest, now: number): string;
  createFormatter(relayRequest: RelayRequest, now: number): StreamFormatter;
  /** The caller's names of features that a vendor may not support. */
  readonly fields: Readonly<Record<ChatFeature, string>>;
}

/** Pure functions between a caller's endpoint and that of OpenAI. */
export interface EndpointTranslator {
  readonly endpoint: EndpointId;
  /** @throws {RelayError} 400 that names a field without a counterpart */
  toRequest(sent: Readonly<Record<string, unknown>>, model: string): Record<string, unknown>;
  /** @throws when the answer is not in OpenAI's format */
  formatAnswer(answer: unknown, sent: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

export interface StreamFormatter {
  /** Formats the events for one part; empty when it is not shown. */
  format(part: Part): string;
  /** Continues the numbers and the open item of a stream that passed unchanged, after its last event. */
  continueAfter?(event: Readonly<Record<string, unknown>>): void;
  /** Formats usage and end; only for complete responses. */
  end(usage: Usage): string;
}
