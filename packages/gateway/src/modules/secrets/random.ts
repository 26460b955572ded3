import { randomBytes, randomFillSync } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 that a byte can hold: larger bytes would make some characters likelier. */
const FAIR_BYTES = 248;

/** Random bytes from the system, read in bulk as every request needs a few. Each byte is used once. */
const pool = Buffer.alloc(1024);
let used = pool.length;

/** Letters and digits from the system's random source. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < FAIR_BYTES) text += BASE62[byte % BASE62.length];
  }
  return text;
}

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] as number;
  pool[used] = 0;
  used += 1;
  return byte;
}

/** A 256-bit secret as 43 characters that are safe in headers and cookies. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
