import { Readable } from 'node:stream';
import { type FileEndpoint, parseAddress } from '@tollgate/contract';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { type FileFormat, fileFormats } from './file-formats.ts';

/** Batches of rows, as a handler yields them. */
export type Batches = AsyncIterable<readonly unknown[]>;

export interface SendOptions {
  format: FileFormat;
  /** Part of the file name. */
  at: Date;
  /** Runs once, when all rows were sent or the caller has left. */
  onEnd(): void;
}

/**
 * Sends rows while they are read: the next batch is read when the caller has taken the last one, and none
 * after the caller has left. An error before the first row is thrown and answered in the envelope. A later
 * error closes the connection, so that a partial file is not taken for a complete one.
 */
export async function sendFile(
  reply: FastifyReply,
  endpoint: FileEndpoint,
  batches: Batches,
  { format, at, onEnd }: SendOptions,
): Promise<FastifyReply> {
  const rows = batches[Symbol.asyncIterator]();
  const first = await rows.next();
  const file = Readable.from(lines(endpoint, rows, first, format), { objectMode: false });
  file.once('close', () => {
    onEnd();
    rows.return?.().catch(() => {}); // The rows are no longer read, so a failure does not matter.
  });
  return reply
    .type(fileFormats[format].type)
    .header('content-disposition', `attachment; filename="${nameOf(endpoint, at)}.${format}"`)
    .send(file);
}

async function* lines(
  { output }: FileEndpoint,
  rows: AsyncIterator<readonly unknown[]>,
  first: IteratorResult<readonly unknown[]>,
  format: FileFormat,
): AsyncGenerator<string> {
  const columns = Object.keys((output as unknown as { shape: object }).shape);
  const { head, line } = fileFormats[format];
  const headText = head(columns);
  if (headText) yield headText;
  for (let next = first; !next.done; next = await rows.next()) {
    const trimmed = next.value.map((row) => z.parse(output, row) as Record<string, unknown>);
    if (trimmed.length > 0) yield trimmed.map((row) => line(columns, row)).join('');
  }
}

/** `tollgate-log-self-2026-01-31`. */
function nameOf({ address }: FileEndpoint, at: Date): string {
  const parts = parseAddress(address).path.split('/').slice(2, -1);
  const words = parts.filter((part) => !part.startsWith(':'));
  return ['tollgate', ...words, at.toISOString().slice(0, 10)].join('-');
}
