import { randomText } from '../modules/secrets/random.ts';

export const REQUEST_ID_HEADER = 'X-Oneapi-Request-Id';

const NANOSECONDS_A_SECOND = 1_000_000_000n;
let lastSecond = 0;
let digits = '';

/** Date and time to the nanosecond and eight random characters: sorts by time, unique across processes. */
export function createRequestId(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    digits = new Date(nowMs).toISOString().replace(/\D/g, '').slice(0, 14);
  }
  const nanoseconds = String(process.hrtime.bigint() % NANOSECONDS_A_SECOND).padStart(9, '0');
  return digits + nanoseconds + randomText(8);
}
