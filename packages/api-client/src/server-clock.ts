/** Smaller differences are the time that a response takes. */
const TOLERANCE_MS = 60_000;

let aheadMs = 0;

/** The time by the server's clock, in milliseconds since 1970. The browser's own clock may be hours off. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}

/** Learns the server's clock from a response. Other origins may hide it. */
export function readServerClock({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}
