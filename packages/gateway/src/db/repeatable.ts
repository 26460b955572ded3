import { type ColumnDefinitionBuilder, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { flavorOf, type UntypedDb } from './portable.ts';

/**
 * Migration steps that may run twice. A migration on a database server is no transaction. After a lost
 * connection or a kill it starts again from its first statement, so each step checks first whether it has
 * been done.
 */

type BuildColumn = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export interface Column {
  readonly name: string;
  readonly type: RawBuilder<unknown>;
  readonly build?: BuildColumn;
}

/** Adds a column unless the table has it. */
export async function addColumn(
  db: UntypedDb,
  table: string,
  { name, type, build = (column) => column }: Column,
): Promise<void> {
  if (await hasColumn(db, table, name)) return;
  await db.schema.alterTable(table).addColumn(name, type, build).execute();
}

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** The rows in the index, if the database supports partial indexes. MySQL indexes all rows. */
  readonly where?: Expression<SqlBool>;
}

/**
 * Creates an index unless it exists. On PostgreSQL a table with rows stays writable meanwhile. Rebuilds an
 * index that an interrupted build left invalid.
 */
export async function createNamedIndex(db: UntypedDb, index: Index): Promise<void> {
  const stored = await findIndex(db, index);
  if (stored?.isValid) return;
  if (stored) await dropIndex(db, index);
  await buildIndex(db, index, index.name);
}

/**
 * Gives an index other columns. On MySQL an index of that name exists at any time. On PostgreSQL the old
 * index is dropped after the new one is built.
 */
export async function replaceIndex(db: UntypedDb, index: Index): Promise<void> {
  const stored = await findIndex(db, index);
  if (stored?.isValid && stored.columns === index.columns.join(',')) return;
  const flavor = flavorOf(db);
  if (flavor === 'mysql' && stored) {
    const [table, name] = [sql.table(index.table), sql.ref(index.name)];
    await sql`alter table ${table} drop index ${name}, add index ${name} (${columnList(index)})`.execute(db);
    return;
  }
  if (flavor === 'postgres') {
    const waiting = { ...index, name: `${index.name}_new` };
    await createNamedIndex(db, waiting);
    await dropIndex(db, index);
    await sql`alter index ${sql.ref(waiting.name)} rename to ${sql.ref(index.name)}`.execute(db);
    return;
  }
  await dropIndex(db, index);
  await buildIndex(db, index, index.name);
}

/** Drops an index if it exists. */
export async function dropIndex(
  db: UntypedDb,
  { name, table }: Pick<Index, 'name' | 'table'>,
): Promise<void> {
  const flavor = flavorOf(db);
  if (flavor === 'postgres') {
    await withoutLockLimit(db, (one) => sql`drop index concurrently if exists ${sql.ref(name)}`.execute(one));
    return;
  }
  const drop = db.schema.dropIndex(name);
  if (flavor === 'sqlite') await drop.ifExists().execute();
  else if (await findIndex(db, { name, table })) await drop.on(table).execute();
}

/** Empties a table that this migration created and fills. Call before the first insert. */
export async function startFilling(db: UntypedDb, table: string): Promise<void> {
  await db.deleteFrom(table).execute();
}

export async function hasTrigger(db: UntypedDb, table: string, name: string): Promise<boolean> {
  if (flavorOf(db) === 'sqlite') return false;
  const { rows } = await sql`select 1 as found from information_schema.triggers
    where trigger_schema = ${schemaName(db)} and event_object_table = ${table} and trigger_name = ${name}`.execute(
    db,
  );
  return rows.length > 0;
}

async function hasColumn(db: UntypedDb, table: string, name: string): Promise<boolean> {
  if (flavorOf(db) === 'sqlite') return false; // Its migrations are transactions.
  const { rows } = await sql`select 1 as found from information_schema.columns
    where table_schema = ${schemaName(db)} and table_name = ${table} and column_name = ${name}`.execute(db);
  return rows.length > 0;
}

function schemaName(db: UntypedDb): RawBuilder<unknown> {
  return flavorOf(db) === 'mysql' ? sql`database()` : sql`current_schema()`;
}

interface StoredIndex {
  readonly isValid: boolean;
  /** Separated by commas. */
  readonly columns: string;
}

async function findIndex(
  db: UntypedDb,
  { name, table }: Pick<Index, 'name' | 'table'>,
): Promise<StoredIndex | undefined> {
  const flavor = flavorOf(db);
  if (flavor === 'sqlite') return undefined;
  if (flavor === 'mysql') {
    const { rows } = await sql<{ names: string | null }>`
      select group_concat(column_name order by seq_in_index) as names from information_schema.statistics
      where table_schema = database() and table_name = ${table} and index_name = ${name}`.execute(db);
    const names = rows[0]?.names;
    return names ? { isValid: true, columns: names } : undefined;
  }
  const { rows } = await sql<{ valid: boolean; names: string }>`
    select i.indisvalid as valid, (
      select string_agg(a.attname, ',' order by k.n) from unnest(i.indkey) with ordinality as k (attnum, n)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    ) as names
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and c.relnamespace = current_schema()::regnamespace`.execute(db);
  const [row] = rows;
  return row && { isValid: row.valid, columns: row.names };
}

async function buildIndex(db: UntypedDb, index: Index, name: string): Promise<void> {
  const flavor = flavorOf(db);
  const where = index.where && flavor !== 'mysql' ? sql`where ${index.where}` : sql``;
  const on = sql`${sql.ref(name)} on ${sql.table(index.table)} (${columnList(index)}) ${where}`;
  if (flavor !== 'postgres' || !(await hasRows(db, index.table))) {
    await sql`create index ${on}`.execute(db);
    return;
  }
  await withoutLockLimit(db, (one) => sql`create index concurrently ${on}`.execute(one));
}

async function hasRows(db: UntypedDb, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 as found from ${sql.table(table)} limit 1`.execute(db);
  return rows.length > 0;
}

function columnList({ columns }: Index): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/**
 * A concurrent build waits for transactions that began before it. The build blocks no statement, so the limit
 * that protects running gateways from a waiting migration does not apply.
 */
async function withoutLockLimit(db: UntypedDb, work: (one: UntypedDb) => Promise<unknown>): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set lock_timeout = 0`.execute(one);
    try {
      await work(one);
    } finally {
      await sql`reset lock_timeout`.execute(one);
    }
  });
}
