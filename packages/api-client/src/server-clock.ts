import { useSyncExternalStore } from 'react';

/** Smaller differences are the time that a response takes. */
const TOLERANCE_MS = 60_000;

let aheadMs = 0;
const listeners = new Set<() => void>();

/** The time by the server's clock, in milliseconds since 1970. The browser's own clock may be hours off. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** Learns the server's clock from a response. Other origins may hide it. */
export function readServerClock({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isNaN(difference) || Math.abs(difference - aheadMs) <= TOLERANCE_MS) return;
  aheadMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
  for (const listener of listeners) listener();
}

/**
 * Returns how far the server's clock is ahead of the browser's, in milliseconds. Renders again when this turns out:
 * the first requests of a page are sent before any response.
 */
export function useServerClock(): number {
  return useSyncExternalStore(onChange, () => aheadMs);
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
