import { scanJson } from '../../core/json-scan.ts';
import { jsonLimits } from '../../core/limits.ts';
import { SMALL_JSON_BYTES } from '../../core/parse-text.ts';
import { type JsonObject, parseScanned } from './body-scan.ts';
import type { BodyScanner } from './body-scanner.ts';

/** Parses a JSON object; undefined for any other text, and for more structure than any response has. */
export function parseObject(bytes: Buffer): Record<string, unknown> | undefined {
  if (bytes.length > SMALL_JSON_BYTES && scanJson(bytes, jsonLimits.answer).excess) return undefined;
  return asObject(() => JSON.parse(bytes.toString('utf8')));
}

/** @throws {RangeError} when an event of a stream has more structure than any has */
export function assertEvent(data: string): void {
  if (data.length > SMALL_JSON_BYTES && scanJson(Buffer.from(data), jsonLimits.event).excess)
    throw new RangeError('an event of the answer has too much structure');
}

/** A whole answer of a provider. */
export interface ReadAnswer {
  /** The same bytes as before, in the memory where they are now. */
  readonly bytes: Buffer;
  /**
   * As `parseObject`, but empty for a response with too much structure, which can only be forwarded. Long
   * strings and lists of numbers are cut where `readWhole` is there.
   */
  readonly json: Record<string, unknown> | undefined;
  readonly readWhole?: () => JsonObject;
}

/** Reads a response as `parseObject` does, a large one without blocking other calls. */
export function readAnswer(scanner: BodyScanner, body: Buffer): ReadAnswer | Promise<ReadAnswer> {
  if (!mayBeObject(body)) return { bytes: body, json: undefined };
  if (body.length < jsonLimits.outlineBytes) {
    const isTooMuch = body.length > SMALL_JSON_BYTES && scanJson(body, jsonLimits.answer).excess;
    return { bytes: body, json: isTooMuch ? {} : asObject(() => JSON.parse(body.toString('utf8'))) };
  }
  return readLarge(scanner, body);
}

async function readLarge(scanner: BodyScanner, body: Buffer): Promise<ReadAnswer> {
  const { bytes, scan } = await scanner.scan(body, jsonLimits.answer);
  if (scan.excess) return { bytes, json: {} };
  if (!scan.isUtf8) return { bytes, json: parseObject(bytes) };
  let readWhole: (() => JsonObject) | undefined;
  const json = asObject(() => {
    const parsed = parseScanned(bytes, scan);
    readWhole = parsed.readWhole;
    return parsed.json;
  });
  return { bytes, json, ...(readWhole && { readWhole }) };
}

/** Whether the bytes may be JSON. Audio and HTML are not. */
function mayBeObject(bytes: Buffer): boolean {
  if (bytes[0] === OPEN_BRACE) return true; // nearly all
  return /^(?:\xef\xbb\xbf)?\s*[{[]/.test(bytes.toString('latin1', 0, 64));
}

function asObject(read: () => unknown): Record<string, unknown> | undefined {
  try {
    const value = read();
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const OPEN_BRACE = 0x7b;
