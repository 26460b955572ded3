import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { accepts } from './accepts.ts';

/** In bytes. Shorter responses grow, or save less than a packet. */
const WORTH_IT = 2048;

/**
 * Compresses long texts with gzip for callers who accept it, and pages with Brotli, which makes them a tenth smaller.
 * Compresses streams chunk by chunk. Replaces `@fastify/compress`, which brings 14 packages.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!isText(reply) || reply.hasHeader('content-encoding')) return payload;
    varyByEncoding(reply);
    if (request.method === 'HEAD') return payload;
    if (isPage(reply) && isLong(payload) && accepts(request, 'br'))
      return encoded(reply, 'br', await brotli(payload, PAGE_QUALITY));
    if (!accepts(request, 'gzip')) return payload;
    if (isStream(payload))
      return encoded(
        reply,
        'gzip',
        pipeline(payload, createGzip(), () => {}),
      );
    if (!isLong(payload)) return payload;
    return encoded(reply, 'gzip', await zip(payload));
  });
}

function encoded<T>(reply: FastifyReply, coding: 'br' | 'gzip', body: T): T {
  reply.header('content-encoding', coding).removeHeader('content-length');
  return body;
}

/** Shared caches keep one copy for each coding. */
function varyByEncoding(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (/\*|accept-encoding/i.test(vary)) return;
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
}

function isText(reply: FastifyReply): boolean {
  return /^text\/(?!event-stream)|json|javascript|xml/.test(String(reply.getHeader('content-type') ?? ''));
}

function isPage(reply: FastifyReply): boolean {
  return /^text\/html/.test(String(reply.getHeader('content-type') ?? ''));
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as Partial<Readable> | null)?.pipe === 'function';
}

function isLong(payload: unknown): payload is string | Buffer {
  if (typeof payload === 'string') return Buffer.byteLength(payload) >= WORTH_IT;
  return Buffer.isBuffer(payload) && payload.length >= WORTH_IT;
}

/** A page is compressed for each visitor; from here on, quality costs more time than it saves bytes. */
const PAGE_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip) as (body: string | Buffer) => Promise<Buffer>;
