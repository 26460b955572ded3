import type { UnixSeconds } from '../db/schema.ts';

/** A limit that counts a call in one of its windows. */
export interface LimitClaim {
  /** See `windowId`. */
  readonly window: string;
  readonly rule: number;
  readonly subject: string;
  readonly startsAt: UnixSeconds;
  /** The length of a rolling window in seconds; 0 for all others. */
  readonly period: number;
  /** The moment of the call. */
  readonly at: UnixSeconds;
  readonly limit: number;
  /** The tokens that the call may use. Absent for a limit of quota, which counts the whole hold. */
  readonly tokens?: number;
}

/** A window that counts a running call, its second in a rolling window or 0, and the held tokens or null. */
export type HeldWindow = readonly [window: string, at: UnixSeconds, tokens: number | null];

/** What an ended call spent of a window, and its second in a rolling window or 0. */
export type SpentInWindow = readonly [window: string, at: UnixSeconds, amount: number];

/** A row of `limit_window`. */
export interface LimitWindow {
  readonly id: string;
  readonly rule: number;
  readonly subject: string;
  readonly startsAt: UnixSeconds;
  spent: number;
  held: number;
  calls: number;
  /** Of a rolling window: what was spent until then no longer counts. */
  expiredAt: UnixSeconds;
  /** SQLite's own key of the row. Absent before the row is stored, and on servers. */
  row?: number;
}

/** Why a limit refuses a call. */
export interface FullLimit {
  readonly rule: number;
  readonly limit: number;
  readonly spent: number;
  readonly held: number;
  /** Quota units or tokens that the call needs. */
  readonly needed: number;
}

/** Everything in the window counts. */
export const NOTHING_EXPIRED = -1;

export function newWindow({ window, rule, subject, startsAt }: LimitClaim): LimitWindow {
  return { id: window, rule, subject, startsAt, spent: 0, held: 0, calls: 0, expiredAt: NOTHING_EXPIRED };
}

/** The form of claims in the database and the journal. Null: no limit counts the call. */
export function toHeldWindows(claims: readonly LimitClaim[]): string | null {
  if (claims.length === 0) return null;
  let text = '';
  for (const { window, period, at, tokens } of claims)
    text = addWindow(text, window, period > 0 ? at : 0, tokens ?? null);
  return `[${text}]`;
}

/** Appends one window to a JSON list without its brackets. Ids of windows have no characters to escape. */
export function addWindow(list: string, id: string, at: UnixSeconds, amount: number | null): string {
  return list === '' ? `["${id}",${at},${amount}]` : `${list},["${id}",${at},${amount}]`;
}

/** The last reading of each hold: a batch reads it several times. */
const readings = new WeakMap<object, { readonly text: string; readonly windows: HeldWindow[] }>();
const NONE: HeldWindow[] = [];

export function readHeldWindows(hold: { readonly windows: string | null }): HeldWindow[] {
  const { windows: text } = hold;
  if (!text) return NONE;
  const known = readings.get(hold);
  if (known?.text === text) return known.windows;
  const windows = JSON.parse(text) as HeldWindow[];
  readings.set(hold, { text, windows });
  return windows;
}
