const BUCKETS = 10_000;

/**
 * Hashes a text to a number from 0 to 9999, evenly spread: FNV-1a, then mixed so that texts which differ in
 * one digit lie far apart. Not a secret: anyone with the salt can compute who is drawn.
 */
export function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKETS;
}
