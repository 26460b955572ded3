/** As for a line of any other stream. */
export const MAX_UNFINISHED_BYTES = 1024 * 1024;

/**
 * Gathers bytes and returns the text up to the last separator, which may be empty. What follows waits for more.
 *
 * @throws {RangeError} for an unfinished block of more than `MAX_UNFINISHED_BYTES`
 */
export function createBlockGate(separator: string): (bytes: Buffer) => string {
  let kept = Buffer.alloc(0);
  return (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    const last = kept.lastIndexOf(separator);
    const end = last < 0 ? 0 : last + separator.length;
    const text = kept.toString('utf8', 0, end);
    kept = kept.subarray(end);
    if (kept.length > MAX_UNFINISHED_BYTES) throw new RangeError('a line of the stream is too long');
    return text;
  };
}
