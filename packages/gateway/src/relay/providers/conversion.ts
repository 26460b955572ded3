import type { ChatCall, Part } from '../../core/chat.ts';
import type { Target } from './target.ts';

/** Pure functions between the gateway's format and the upstream's: the relay does all I/O. */
export interface Conversion {
  /** Converts `ChatCall.webSearch`. Calls that need a search are not sent to other vendors. */
  readonly searchesWeb?: boolean;
  /** @throws {UnsupportedFeatureError} */
  encode(call: ChatCall, target: Target): unknown;
  /** Parses a whole response. @throws when the upstream violates its own format */
  decode(body: unknown): Part[];
  /** Parses one stream: called with the data of each event, in order. */
  createDecoder(): (data: string) => Part[];
}

export interface EndpointAdapter {
  /**
   * Builds the upstream's body. For a form, `body` is its plain fields and `file` its file. Bytes are sent
   * unchanged, all else as JSON.
   *
   * @throws {UnsupportedFieldError} for a field that the vendor does not support
   */
  request(body: Json, target: Target, file?: Buffer): unknown;
  /**
   * Converts a response. `sent` is the unchanged response; `body` is empty unless it is JSON. The third
   * argument is the request. `Bytes` are passed on unchanged, all else as JSON.
   *
   * @throws when the upstream violates its own format
   */
  answer(body: Json, model: string, request: Json, sent: Bytes): unknown;
}

/** Binary content: a picture, or speech. */
export interface Bytes {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export type Json = Readonly<Record<string, unknown>>;
