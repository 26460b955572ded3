import { sql } from 'kysely';
import type { LogDb } from '../../../../db/schema.ts';
import { closeHours, findWatermark } from './close-hours.ts';
import { WEEK } from './weeks.ts';

const HOUR = 3600;
const TABLES = ['logs', 'unlogged_calls'] as const;

interface Week {
  /** The Monday, which names the partition. */
  readonly name: string;
  readonly rows: number;
}

/** Rows that `dropWeeks` deletes. */
export async function countDroppable(logDb: LogDb, before: number): Promise<number> {
  const weeks = await listWeeks(logDb, 'logs', before);
  return weeks.reduce((total, { rows }) => total + rows, 0);
}

/**
 * Drops the partitions of weeks that ended before a time: files are removed, no row is read. Counts their hours
 * before. Returns how many rows of the log are gone.
 */
export async function dropWeeks(logDb: LogDb, before: number): Promise<number> {
  if ((await findWatermark(logDb)) < before) await closeHours(logDb, before + 2 * HOUR);
  let gone = 0;
  for (const table of TABLES) {
    for (const { name, rows } of await listWeeks(logDb, table, before)) {
      await sql`alter table ${sql.table(table)} drop partition ${sql.lit(name)}`.execute(logDb);
      if (table === 'logs') gone += rows;
    }
  }
  return gone;
}

async function listWeeks(logDb: LogDb, table: string, before: number): Promise<Week[]> {
  const { rows } = await sql<{ week: string; stored: number }>`
    select partition as week, sum(rows) as stored from system.parts
    where database = currentDatabase() and table = ${table} and active group by week order by week`.execute(
    logDb,
  );
  return rows
    .map(({ week, stored }) => ({ name: week, rows: Number(stored) }))
    .filter(({ name }) => Date.parse(`${name}T00:00:00Z`) / 1000 + WEEK <= before);
}
