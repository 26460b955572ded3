import { isUtf8 } from 'node:buffer';
import { outlineOf } from '../../core/json-outline.ts';
import {
  type FieldOffsets,
  type JsonCut,
  type JsonExcess,
  type JsonLimits,
  JsonScan,
} from '../../core/json-scan.ts';
import { jsonLimits } from '../../core/limits.ts';

/** The structure of a JSON text before it is parsed. Plain data, as it crosses threads. */
export interface BodyScan {
  readonly isUtf8: boolean;
  readonly excess: JsonExcess | undefined;
  /** Members of the outermost object, as far as the text is valid. */
  readonly fields: readonly FieldOffsets[];
  readonly cuts: readonly JsonCut[];
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON text, parsed in whole or in part. */
export interface ParsedBody {
  /** Long strings and lists of numbers are cut where `readWhole` is there. */
  readonly json: unknown;
  /** Parses everything. Costs about 2 ms a megabyte, and for lists of numbers 15. */
  readonly readWhole?: () => JsonObject;
}

/** Reads the structure of a JSON text at once, up to 5 ms a megabyte. */
export function scanBody(bytes: Buffer, limits: JsonLimits = jsonLimits.request): BodyScan {
  const utf8 = isUtf8(bytes);
  const scan = new JsonScan(bytes, limits, bytes.length > jsonLimits.outlineBytes);
  if (utf8) scan.run();
  return { isUtf8: utf8, excess: scan.excess, fields: scan.fields, cuts: scan.cuts };
}

/**
 * Parses a scanned text without excess, its long values left out.
 *
 * @throws {SyntaxError} when it is not JSON
 */
export function parseScanned(bytes: Buffer, { cuts }: BodyScan): ParsedBody {
  if (cuts.length === 0) return { json: JSON.parse(bytes.toString('utf8')) };
  let whole: JsonObject | undefined;
  return {
    json: JSON.parse(outlineOf(bytes, cuts)),
    readWhole() {
      whole ??= JSON.parse(bytes.toString('utf8')) as JsonObject;
      return whole;
    },
  };
}
