import type { Transport } from './operation.ts';

/** JSON, or a line of JSON for each event when the call is a stream (NDJSON). The decoder gets the lines. */
export const JSON_OR_LINES: Transport = { kind: 'framed', toSse: createLineConverter };

/** Keeps no bytes back: a last line without a line break is an event too, and readers of events limit its length. */
function createLineConverter(): (bytes: Buffer) => Buffer {
  let isLineStart = true;
  return (bytes) => {
    if (bytes.length === 0) return bytes;
    // A letter may be cut in two, so bytes stay bytes.
    const lines = bytes.toString('latin1').split('\n');
    const events = lines.map((line, index) =>
      line === '' || (index === 0 && !isLineStart) ? line : `data: ${line}`,
    );
    isLineStart = lines.at(-1) === '';
    return Buffer.from(events.join('\n\n'), 'latin1');
  };
}
