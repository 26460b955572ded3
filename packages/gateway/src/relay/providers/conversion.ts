import type { ChatCall, Part } from '../../core/chat.ts';
import type { Target } from './target.ts';

/** Pure functions between our words and the upstream's: the relay does all the waiting. */
export interface Conversion {
  /** @throws {Untellable} */
  encode(call: ChatCall, target: Target): unknown;
  /** Reads a whole answer. @throws when the upstream breaks its own format. */
  decode(body: unknown): Part[];
  /** Reads one stream: called with the data of each event, in order. */
  createDecoder(): (data: string) => Part[];
}

export interface Rephrasing {
  /**
   * Of a form, `body` is its plain fields and `file` its file. Bytes are sent as they are, all else as JSON.
   *
   * @throws {FieldUntold} for what the vendor cannot be told
   */
  request(body: Json, target: Target, file?: Buffer): unknown;
  /**
   * `asked` is what was asked for, `sent` the answer as it came: where it is no JSON, `body` is empty. `Bytes` are handed
   * on as they are, all else as JSON.
   *
   * @throws when the upstream breaks its own format.
   */
  answer(body: Json, model: string, asked: Json, sent: Bytes): unknown;
}

/** What is no text: a picture, or speech. */
export interface Bytes {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export type Json = Readonly<Record<string, unknown>>;
