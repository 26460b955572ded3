import type { Duplex } from 'node:stream';

const HEAD_BYTES = 4;

/** Sends a value as JSON behind its length. The other end of the socket is a process of this gateway. */
export function writeFrame(socket: Duplex, value: unknown): void {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(HEAD_BYTES + length);
  frame.writeUInt32LE(length, 0);
  frame.write(text, HEAD_BYTES, length, 'utf8');
  socket.write(frame);
}

/** Calls `take` with every value that arrives, in order. */
export function readFrames(socket: Duplex, take: (value: unknown) => void): void {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let needed = HEAD_BYTES;

  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < needed) return;
    const all = pieces.length === 1 ? piece : Buffer.concat(pieces, bytes);
    let at = 0;
    for (;;) {
      if (all.length - at < HEAD_BYTES) {
        needed = HEAD_BYTES;
        break;
      }
      const end = at + HEAD_BYTES + all.readUInt32LE(at);
      if (end > all.length) {
        needed = end - at;
        break;
      }
      take(JSON.parse(all.toString('utf8', at + HEAD_BYTES, end)));
      at = end;
    }
    bytes = all.length - at;
    pieces = bytes > 0 ? [all.subarray(at)] : [];
  });
}
