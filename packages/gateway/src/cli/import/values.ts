import { storableText } from '../../core/storable-text.ts';
import type { ForeignRow } from '../../db/foreign-database.ts';

/**
 * Reads columns of rows whose types were never checked: a driver may give a number as text, a boolean as 0, `t` or
 * `true`, and a fixed-width text with blanks behind it. An absent column reads as an empty one.
 */
export class Fields {
  readonly #row: ForeignRow;
  readonly #defaults: ForeignRow;

  constructor(row: ForeignRow, defaults: ForeignRow = {}) {
    this.#row = row;
    this.#defaults = defaults;
  }

  /** The row with values of another one where it has none. Copies nothing: a copied column would count as read. */
  withDefaults(defaults: ForeignRow): Fields {
    return new Fields(this.#row, defaults);
  }

  #value(column: string): unknown {
    return this.#row[column] ?? this.#defaults[column];
  }

  /** Some columns of the row. */
  pick(columns: readonly string[]): ForeignRow {
    return Object.fromEntries(columns.map((column) => [column, this.#value(column)]));
  }

  has(column: string): boolean {
    return (this.#value(column) ?? null) !== null;
  }

  /** Trimmed and at most `length` characters. */
  text(column: string, length = 65_535): string {
    const value = this.#value(column);
    if (value === null || value === undefined) return '';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return storableText(text, length).trim();
  }

  /** Null for an empty text too. */
  optional(column: string, length?: number): string | null {
    return this.text(column, length) || null;
  }

  /** A whole number; `absent` for everything else. */
  whole(column: string, absent = 0): number {
    const value = this.#value(column);
    if (value === null || value === undefined || value === '') return absent;
    const number = Math.trunc(Number(value));
    return Number.isSafeInteger(number) ? number : absent;
  }

  number(column: string): number {
    const number = Number(this.#value(column) ?? 0);
    return Number.isFinite(number) ? number : 0;
  }

  flag(column: string): 0 | 1 {
    const value = this.#value(column);
    return value === true || /^(1|t|true)$/i.test(String(value)) ? 1 : 0;
  }

  /** Seconds since 1970 of a date that is a number, a text or an object of the driver. Null: there is none. */
  date(column: string): number | null {
    const value = this.#value(column);
    if (value === null || value === undefined || value === '') return null;
    const ms = value instanceof Date ? value.getTime() : readDate(String(value));
    return Number.isFinite(ms) && ms > 0 ? Math.floor(ms / 1000) : null;
  }

  /** An object or a list from JSON, as text or as the driver read it. */
  json(column: string): unknown {
    const value = this.#value(column);
    if (typeof value === 'object') return value ?? undefined;
    return parseJson(String(value ?? ''));
  }
}

/** Go's texts have a space, and may repeat the zone; servers give dates without one in UTC. */
function readDate(text: string): number {
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
  const [, day, time, zone = ''] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|[+-]\d\d:?\d\d)?/.exec(text) ?? [];
  if (!day) return Number.NaN;
  const offset = zone === '' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  return Date.parse(`${day}T${time?.replace(/(\.\d{3})\d*/, '$1')}${offset}`);
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
