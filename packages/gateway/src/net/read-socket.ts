import type { Socket } from 'node:net';

const MAX_HEAD_BYTES = 16 * 1024;

/** Reads exactly this many bytes; the rest stays in the socket. @throws {Error} when it ends before */
export function readBytes(socket: Socket, count: number): Promise<Buffer> {
  return readUntil(socket, (bytes) => (bytes.length >= count ? count : -1));
}

/** Reads the head of an HTTP response without its blank line. @throws {Error} when incomplete or too large */
export async function readHead(socket: Socket): Promise<string> {
  const end = '\r\n\r\n';
  const head = await readUntil(socket, (bytes) => {
    const at = bytes.indexOf(end);
    if (at < 0 && bytes.length > MAX_HEAD_BYTES) throw new Error('the answer of the proxy is too large');
    return at < 0 ? -1 : at + end.length;
  });
  return head.toString('latin1').slice(0, -end.length);
}

/** `lengthOf` returns the number of bytes to read, or -1 while it is unknown. */
function readUntil(socket: Socket, lengthOf: (bytes: Buffer) => number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const stop = () => {
      socket.off('data', take).off('error', fail).off('close', close);
      socket.pause();
    };
    const fail = (error: Error) => {
      stop();
      reject(error);
    };
    const close = () => fail(new Error('the proxy hung up'));
    const take = (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      try {
        const length = lengthOf(bytes);
        if (length < 0) return;
        stop();
        if (bytes.length > length) socket.unshift(bytes.subarray(length));
        resolve(bytes.subarray(0, length));
      } catch (error) {
        fail(error as Error);
      }
    };
    socket.on('data', take).on('error', fail).on('close', close);
    socket.resume();
  });
}
