import { type RawBuilder, sql } from 'kysely';
import { COUNTED_BY, COUNTS, HOUR_COLUMNS } from '../../../../db/clickhouse/tables.ts';
import type { LogDb } from '../../../../db/schema.ts';
import { findHorizon } from '../log-horizon.ts';

const HOUR = 3600;
/** Rows of an hour that arrive later than this after its end make it late. Clocks may differ by as much. */
const SLACK_SECONDS = 600;
/** Hours that one statement counts: a day of 100,000,000 rows fits into memory by hours. */
const SPAN = 24 * HOUR;
const MOST_LATE = 100;

/**
 * Counts the rows of hours that ended, and again of hours that got rows afterwards. May run at several gateways and
 * stop anywhere: the newest count of an hour replaces the others. Returns how many hours were counted.
 */
export async function closeHours(logDb: LogDb, now: number): Promise<number> {
  const end = lastEnd(now);
  const from = (await findWatermark(logDb)) || (await findFirstHour(logDb)) || end - HOUR;
  let counted = await countSpan(logDb, from, end);
  for (const hour of await listLateHours(logDb)) {
    await countHours(logDb, hour, hour + HOUR);
    counted += 1;
  }
  return counted;
}

/** Counts all hours that have rows, also those that were counted before: for rows that were written without marks. */
export async function countAllHours(logDb: LogDb, now: number): Promise<void> {
  const end = Math.max(lastEnd(now), await findWatermark(logDb));
  await countSpan(logDb, (await findFirstHour(logDb)) || end - HOUR, end);
}

function lastEnd(now: number): number {
  return now - SLACK_SECONDS - ((now - SLACK_SECONDS) % HOUR);
}

/** By days, without those that have no row: an import may bring years. Returns how many hours were counted. */
async function countSpan(logDb: LogDb, from: number, end: number): Promise<number> {
  if (from >= end) return 0;
  let counted = 0;
  let done = from;
  for (const start of end - from > SPAN ? await listDays(logDb, from, end) : [from]) {
    done = Math.min(end, start + SPAN);
    await countHours(logDb, start, done);
    counted += (done - start) / HOUR;
  }
  // The watermark follows from the last hour.
  if (done < end) await countHours(logDb, end - HOUR, end);
  return counted;
}

/** Where a span of counting begins, of those that have rows. */
async function listDays(logDb: LogDb, from: number, end: number): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select distinct intDiv(created_at - ${from}, ${SPAN}) as day from log_calls
    where created_at >= ${from} and created_at < ${end} order by day`.execute(logDb);
  return rows.map(({ day }) => from + Number(day) * SPAN);
}

/** Seconds. Hours before it are counted. */
export async function findWatermark(logDb: LogDb): Promise<number> {
  const { rows } = await sql<{ hour: number }>`select hour from log_watermark`.execute(logDb);
  return Number(rows[0]?.hour ?? 0);
}

/** `end` is not included. The mark has the time before the rows were read: a row that comes meanwhile is late. */
async function countHours(logDb: LogDb, start: number, end: number): Promise<void> {
  const { rows } = await sql<{ at: string }>`select toString(now64(3)) as at`.execute(logDb);
  const at = rows[0]?.at ?? '';
  await sql`insert into log_hours (${sql.raw(HOUR_COLUMNS)}) ${sql.raw(COUNTS)}
    where created_at >= ${start} and created_at < ${end} ${sql.raw(COUNTED_BY)}`.execute(logDb);
  const marks: RawBuilder<unknown>[] = [];
  for (let hour = start; hour < end; hour += HOUR) marks.push(sql`(${sql.lit(hour)}, ${sql.lit(at)})`);
  await sql`insert into closed_hours (hour, counted_at) values ${sql.join(marks)}`.execute(logDb);
}

async function findFirstHour(logDb: LogDb): Promise<number> {
  const { rows } = await sql<{ first: number }>`select min(created_at) as first from log_calls`.execute(
    logDb,
  );
  const first = Number(rows[0]?.first ?? 0);
  return first - (first % HOUR);
}

/** Not those whose rows are deleted: their count would shrink. */
async function listLateHours(logDb: LogDb): Promise<number[]> {
  const horizon = await findHorizon(logDb);
  const { rows } = await sql<{ hour: number }>`select late_hours.hour as hour from late_hours
    left join closed_hours on closed_hours.hour = late_hours.hour
    where late_hours.written_at >= closed_hours.counted_at and late_hours.hour >= ${horizon}
      and late_hours.hour < (select hour from log_watermark)
    order by hour limit ${sql.lit(MOST_LATE)}`.execute(logDb);
  return rows.map(({ hour }) => Number(hour));
}
