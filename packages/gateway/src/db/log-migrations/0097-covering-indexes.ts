import { type SqlBool, sql } from 'kysely';
import { hasMonths, listMonths } from '../log-months.ts';
import { flavorOf, type UntypedDb } from '../portable.ts';
import { createNamedIndex, dropIndex, replaceIndex } from '../repeatable.ts';

/**
 * Adds what counts, bars and sums read to the indexes of the filters, so that they read no rows: the type and the
 * status of calls, and what they cost. The order of the columns before stays, for gateways of the previous version.
 */
export async function up(db: UntypedDb): Promise<void> {
  if (flavorOf(db) === 'postgres' && (await hasMonths(db))) return changePartitions(db);
  for (const [name, change] of Object.entries(changes))
    await replaceIndex(db, { name: `logs_by_${name}`, table: 'logs', columns: change.after });
  if (flavorOf(db) === 'sqlite') await coverFailures(db);
}

/** SQLite counts failures in these indexes alone, those of a model, group or channel too. They have few rows. */
async function coverFailures(db: UntypedDb): Promise<void> {
  const table = 'logs';
  const filters = ['status', 'channel_id', 'model_name', 'group'];
  await replaceIndex(db, {
    ...{ name: 'logs_by_failure', table, columns: ['created_at', 'id', 'type', ...filters] },
    where: sql<SqlBool>`type = 2 and status >= 400`,
  });
  await replaceIndex(db, {
    ...{ name: 'logs_by_type', table, columns: ['type', 'created_at', 'id', ...filters] },
    where: sql<SqlBool>`type <> 2`,
  });
}

interface Change {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const changes: Record<string, Change> = {
  time: withMore(['created_at', 'id', 'type'], 'status'),
  user: {
    before: ['user_id', 'created_at', 'id', 'type', 'token_id', 'quota'],
    after: ['user_id', 'created_at', 'id', 'type', 'status', 'token_id', 'quota'],
  },
  model: withMore(['model_name', 'created_at', 'id'], 'type', 'status'),
  channel: withMore(['channel_id', 'created_at', 'id'], 'type', 'status'),
  group: withMore(['group', 'created_at', 'id'], 'type', 'status'),
  token: withMore(['token_name', 'created_at', 'id'], 'type', 'status', 'quota'),
};

function withMore(before: readonly string[], ...more: string[]): Change {
  return { before, after: [...before, ...more] };
}

/** On PostgreSQL each month has indexes of its own. Later months get those of `logs_others`, which comes first. */
async function changePartitions(db: UntypedDb): Promise<void> {
  await changePartition(db, 'logs_others');
  for (const { name } of await listMonths(db)) if (name !== 'logs_others') await changePartition(db, name);
}

/** Builds each index before it drops the one in its place, so that no list of a running gateway lacks one. */
async function changePartition(db: UntypedDb, table: string): Promise<void> {
  for (const [name, { before, after }] of Object.entries(changes)) {
    if ((await listIndexes(db, table, after)).length === 0)
      await createNamedIndex(db, { name: `${table}_by_${name}`, table, columns: after });
    for (const old of await listIndexes(db, table, before)) await dropIndex(db, { name: old, table });
  }
}

/** The names of the complete indexes of exactly these columns. A partition names its indexes by itself. */
async function listIndexes(db: UntypedDb, table: string, columns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${table}) and i.indisvalid and i.indpred is null and (
      select string_agg(a.attname, ',' order by k.n) from unnest(i.indkey) with ordinality as k (attnum, n)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    ) = ${columns.join(',')}`.execute(db);
  return rows.map(({ name }) => name);
}
