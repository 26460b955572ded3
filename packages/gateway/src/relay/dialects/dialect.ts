import type { IncomingHttpHeaders } from 'node:http';
import type { Usage } from '@tollgate/pricing';
import type { ChatCall, Part, Untold } from '../../core/chat.ts';
import type { Member } from '../body.ts';
import type { BodyScan, JsonObject } from '../body-scan.ts';
import type { Failure } from '../errors.ts';
import type { DialectId } from '../providers/provider.ts';
import type { Measure } from './measure.ts';

/** A request as it came. */
export interface Sent {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url: string;
  /** What is known of a large JSON body. */
  readonly scan?: BodyScan;
}

/**
 * A checked request: its facts for us, its bytes for an upstream of the same dialect. The bytes (`body`, `members`,
 * `file`) are there until an answer streams.
 */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** The caller wants the usage in the stream. */
  readonly includeUsage: boolean;
  /** Tokens of all answers together, when the caller set a limit. */
  readonly maxOutput: number | undefined;
  /** How many answers. */
  readonly choices: number;
  /** Long strings and lists of numbers are cut where `readWhole` is there. `wholeJson` has them. */
  readonly json: JsonObject;
  /** Parses everything. */
  readWhole?: () => JsonObject;
  body: Buffer;
  members: readonly Member[];
  /** Of a body that is not JSON. */
  readonly contentType?: string;
  /** Its plain fields, and the file that it is about. */
  readonly form?: Readonly<Record<string, string>>;
  file?: Buffer;
  /** Headers that an upstream of the same dialect must see. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is done with the model, where the address says so. */
  readonly task?: string;
  /** A stream is told as one JSON list, not as events. */
  readonly asList?: boolean;
  /** What is paid instead of tokens, or how many tokens are known before the call. */
  readonly measure?: Measure;
}

/** All of the request. For a large one this parses again, so only those ask for it who need every byte. */
export function wholeJson({ json, readWhole }: Pick<Asked, 'json' | 'readWhole'>): JsonObject {
  return readWhole ? readWhole() : json;
}

/** How callers speak to us: a provider seen from the other side. */
export interface Dialect {
  readonly id: DialectId;
  /** @throws {RelayError} 400 that names the field. */
  parse(sent: Sent): Asked | Promise<Asked>;
  formatError(failure: Failure): string;
  /** An event that ends a stream which already began. */
  formatStreamError(failure: Failure): string;
  /** Without it only upstreams of the same dialect are asked. */
  readonly retell?: Retelling;
}

/** Pure functions between the caller's words and ours. */
export interface Retelling {
  /** @throws {RelayError} 400 that names the field which other vendors have no words for */
  toCall(asked: Asked): ChatCall;
  formatAnswer(parts: readonly Part[], asked: Asked, now: number): string;
  createFormatter(asked: Asked, now: number): StreamFormatter;
  /** What the caller calls the things that a vendor may have no words for. */
  readonly fields: Readonly<Record<Untold, string>>;
}

export interface StreamFormatter {
  /** The events for one part; empty when it is not shown. */
  format(part: Part): string;
  /** The usage and the end; only for answers that did end. */
  end(usage: Usage): string;
}
