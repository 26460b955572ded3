import type { IncomingMessage } from 'node:http';
import { unpack } from '../../net/unpack.ts';
import type { Sent } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';

const MAX_MEGABYTES = 32;
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;

/** The request with its whole body, unpacked. @throws {RelayError} 413, or 400 for a coding that cannot be undone */
export async function readSent(request: IncomingMessage): Promise<Sent> {
  return { body: await readBody(request), headers: request.headers, url: request.url ?? '' };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
  const body = await collect(request);
  const coding = request.headers['content-encoding'];
  if (!coding) return body;
  try {
    return await unpack(body, coding, MAX_BYTES);
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new RelayError(400, 'body_encoding', {}, { cause });
  }
}

function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > MAX_BYTES) reject(tooLarge());
      else pieces.push(piece);
    });
    request.on('end', () => resolve(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)));
    request.on('error', (cause) => reject(new RelayError(400, 'body_aborted', {}, { cause })));
    request.on('aborted', () => reject(new RelayError(400, 'body_aborted')));
  });
}

function tooLarge(): RelayError {
  return new RelayError(413, 'body_too_large', { megabytes: MAX_MEGABYTES });
}
