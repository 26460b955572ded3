import { sql } from 'kysely';
import type { LogDb } from '../schema.ts';
import { clickhouseMigrations } from './tables.ts';

const TABLE = 'log_migration';

export const clickhouseMigrationNames: readonly string[] = Object.keys(clickhouseMigrations);

/** Each statement may run twice, also at the same time: gateways that start together need no lock. */
export async function migrateClickhouse(logDb: LogDb): Promise<string[]> {
  await sql`create table if not exists ${sql.table(TABLE)} (name String, applied_at DateTime default now())
    engine = ReplacingMergeTree order by name`.execute(logDb);
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(logDb);
  const applied = new Set(rows.map(({ name }) => name));
  const due = clickhouseMigrationNames.filter((name) => !applied.has(name));
  for (const name of due) {
    for (const statement of clickhouseMigrations[name] ?? []) await sql.raw(statement).execute(logDb);
    await sql`insert into ${sql.table(TABLE)} (name) values (${name})`.execute(logDb);
  }
  return due;
}
