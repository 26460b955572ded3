import type { IncomingMessage } from 'node:http';
import { bodyLimits, jsonLimits } from '../../core/limits.ts';
import { unpack } from '../../net/unpack.ts';
import type { RelayContext } from '../context.ts';
import type { RawRequest } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyShare } from '../request/body-budget.ts';
import type { BodyScanner } from '../request/body-scanner.ts';

const { bytes: MAX_BYTES, inflation, freeInflationBytes } = bodyLimits;
const RETRY_SECONDS = 2;
const ONE_PIECE_BYTES = 64 * 1024;
/** From this size on, a thread of lower priority unpacks bodies. */
const SMALL_PACKED_BYTES = 4 * 1024;

/**
 * Reads the request with its whole body, unpacked. Scans a large JSON body.
 *
 * @throws {RelayError} 413, 400 for a coding that cannot be decoded, 503 when the bodies of all calls fill
 * their budget
 */
export async function readRawRequest(
  { scanner }: Pick<RelayContext, 'scanner'>,
  { request, bodyShare }: Exchange,
): Promise<RawRequest> {
  const body = await readBody(scanner, request, bodyShare);
  const { headers, url = '' } = request;
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '');
  if (isForm || body.length < jsonLimits.threadBytes) return { body, headers, url };
  const { bytes, scan } = await scanner.scan(body, jsonLimits.request);
  return { body: bytes, headers, url, scan };
}

function readBody(scanner: BodyScanner, request: IncomingMessage, share: BodyShare): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_BYTES) throw tooLarge();
  if (!share.fits(announced)) throw full();
  const collected = collect(request, share, announced);
  const coding = request.headers['content-encoding'];
  return coding ? collected.then((body) => unpackInto(share, scanner, body, coding)) : collected;
}

async function unpackInto(
  share: BodyShare,
  scanner: BodyScanner,
  body: Buffer,
  coding: string,
): Promise<Buffer> {
  const packedBytes = body.length;
  const unpacked = await undo(scanner, body, coding);
  if (!share.take(Math.max(0, unpacked.length - packedBytes))) throw full();
  return unpacked;
}

/** Unpacks a body. A small body that becomes a huge one is an attack, not a prompt. */
async function undo(scanner: BodyScanner, body: Buffer, coding: string): Promise<Buffer> {
  const most = Math.min(MAX_BYTES, Math.max(freeInflationBytes, body.length * inflation));
  try {
    const isSmall = body.length < SMALL_PACKED_BYTES || coding.trim().toLowerCase() === 'identity';
    return await (isSmall ? unpack(body, coding, most) : scanner.unpack(body, coding, most));
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new RelayError(400, 'body_encoding', {}, { cause });
  }
}

/** Reads a large body of known length into one buffer: joined pieces would use the memory twice. */
function collect(request: IncomingMessage, share: BodyShare, announced: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let whole = announced > ONE_PIECE_BYTES ? Buffer.allocUnsafeSlow(announced) : undefined;
    let pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      if (size + piece.length > MAX_BYTES) return reject(tooLarge());
      if (!share.take(piece.length)) return reject(full());
      if (whole) whole.set(piece, size);
      else pieces.push(piece);
      size += piece.length;
    });
    request.on('end', () => {
      resolve(whole ?? (pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)));
      whole = undefined;
      pieces = []; // The request keeps its listeners for as long as the answer lasts.
    });
    request.on('error', (cause) => reject(new RelayError(400, 'body_aborted', {}, { cause })));
  });
}

function tooLarge(): RelayError {
  return new RelayError(413, 'body_too_large', { megabytes: MAX_BYTES / (1024 * 1024) });
}

function full(): RelayError {
  return new RelayError(503, 'bodies_full', {}, { retryAfter: RETRY_SECONDS });
}
