import { createHash } from 'node:crypto';
import type { Context } from '../../../core/context.ts';
import { logStreamLimits } from '../../../core/limits.ts';
import * as rounds from '../../shared/rounds.ts';
import { deleteSent, findRows, listWaiting, type StreamedRow } from '../repository/streamed-rows.ts';
import { putObject } from './object-store.ts';

/**
 * Copies rows of the usage log to the store as objects of one JSON a line, the oldest first. One gateway at a time
 * does it. A row leaves the queue when the store has its object, so a crash in between sends it again, under the
 * same name when the object is the same. Returns how many rows were sent.
 */
export async function sendRows(ctx: Context): Promise<number> {
  const { logStream } = ctx.config;
  if (!logStream || ctx.isLogDatabaseAway()) return 0;
  if (!isDue(await listWaiting(ctx.logDb, logStreamLimits.rows), ctx.now())) return 0;
  const round = await rounds.begin(ctx, 'log-stream');
  if (!round) return 0;
  let sent = 0;
  try {
    for (;;) {
      const waiting = await listWaiting(ctx.logDb, logStreamLimits.rows);
      if (!isDue(waiting, ctx.now())) return sent;
      const { rows, body } = await readObject(ctx, waiting);
      await round.assertHeld();
      // Rows that were deleted for their age leave nothing to send.
      if (body.length > 0) await putObject(ctx.outbound, logStream, nameOf(rows, body), body);
      await deleteSent(ctx.logDb, rows);
      sent += rows.length;
    }
  } finally {
    await round.end();
  }
}

/** Rows wait for others, so that quiet hours do not make an object of each. */
function isDue(waiting: readonly StreamedRow[], now: number): boolean {
  const [oldest] = waiting;
  if (!oldest) return false;
  return waiting.length === logStreamLimits.rows || oldest.queued_at * 1000 <= now - logStreamLimits.gatherMs;
}

interface LogObject {
  /** Those that are in it, from the oldest on. */
  readonly rows: readonly StreamedRow[];
  readonly body: Buffer;
}

/** As many rows as fit: notes of rows may have 64 kB each. */
async function readObject(ctx: Context, waiting: readonly StreamedRow[]): Promise<LogObject> {
  const lines: string[] = [];
  let bytes = 0;
  let taken = 0;
  while (taken < waiting.length && bytes < logStreamLimits.bytes) {
    const part = waiting.slice(taken, taken + PART);
    const found = await findRows(
      ctx.logDb,
      part.map(({ request_id }) => request_id),
    );
    for (const { id: _, ...row } of found) {
      const line = `${JSON.stringify(row)}\n`;
      lines.push(line);
      bytes += Buffer.byteLength(line);
    }
    taken += part.length;
  }
  return { rows: waiting.slice(0, taken), body: Buffer.from(lines.join('')) };
}

const PART = 100;

/**
 * By the hour in which the first row was written, its number, and what is in the object. A request that the store
 * carries out late, after another gateway has gone on, must not replace a longer object that begins with the same row.
 */
function nameOf([first]: readonly StreamedRow[], body: Buffer): string {
  const { id = 0, queued_at = 0 } = first ?? {};
  const hour = new Date(queued_at * 1000).toISOString().slice(0, 13).replace(/[-T]/g, '/');
  const content = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return `${hour}/${String(id).padStart(12, '0')}-${content}.ndjson`;
}
