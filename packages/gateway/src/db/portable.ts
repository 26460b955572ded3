import {
  type Insertable,
  type Kysely,
  MysqlAdapter,
  type OnConflictBuilder,
  PostgresAdapter,
  type RawBuilder,
  type StringReference,
  sql,
} from 'kysely';
import { ClickhouseAdapter } from './clickhouse/dialect.ts';
import { LOWER_OF_ALL } from './sqlite-functions.ts';

// biome-ignore lint/suspicious/noExplicitAny: a table name that is itself generic, or that a migration makes, has no type
export type UntypedDb = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: the same
type Conflict = OnConflictBuilder<any, any>;

/** ClickHouse has usage logs only. */
export type Flavor = MainFlavor | 'clickhouse';
export type MainFlavor = 'sqlite' | 'postgres' | 'mysql';

/** For handwritten SQL in `db/` and `ledger/`. Other code uses the functions of this file. */
export function flavorOf<S>(db: Kysely<S>): Flavor {
  const { adapter } = db.getExecutor();
  if (adapter instanceof PostgresAdapter) return 'postgres';
  if (adapter instanceof MysqlAdapter) return 'mysql';
  return adapter instanceof ClickhouseAdapter ? 'clickhouse' : 'sqlite';
}

/** Inserts one row and returns its id, on databases with RETURNING and without. */
export async function insertForId<S, T extends keyof S & string>(
  db: Kysely<S>,
  table: T,
  row: Insertable<S[T]>,
): Promise<number> {
  const insert = untyped(db).insertInto(table).values(row);
  if (db.getExecutor().adapter.supportsReturning) {
    return Number((await insert.returning('id').executeTakeFirstOrThrow()).id);
  }
  return Number((await insert.executeTakeFirstOrThrow()).insertId);
}

/** Inserts a row unless one with the same unique key exists. Returns whether it was inserted. */
export async function insertIfNew<S, T extends keyof S & string>(
  db: Kysely<S>,
  table: T,
  row: Insertable<S[T]>,
): Promise<boolean> {
  const insert = untyped(db).insertInto(table).values(row);
  if (flavorOf(db) === 'mysql') {
    // Not INSERT IGNORE, which would also hide a value that does not fit.
    return insert.execute().then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );
  }
  const result = await insert.onConflict((conflict: Conflict) => conflict.doNothing()).executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Inserts a row, or overwrites the other columns of a row with the same `keys`. */
export async function upsert<S, T extends keyof S & string>(
  db: Kysely<S>,
  table: T,
  keys: readonly (keyof Insertable<S[T]> & string)[],
  row: Insertable<S[T]>,
): Promise<void> {
  const others = Object.entries(row).filter(([column]) => !keys.some((key) => key === column));
  const changes = Object.fromEntries(others) as never;
  const insert = untyped(db).insertInto(table).values(row);
  if (flavorOf(db) === 'mysql') await insert.onDuplicateKeyUpdate(changes).execute();
  else await insert.onConflict((conflict: Conflict) => conflict.columns(keys).doUpdateSet(changes)).execute();
}

/** Whether a write failed because a unique key exists. On PostgreSQL the transaction is aborted then. */
export function isDuplicateKey(error: unknown): boolean {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return (
    code === '23505' ||
    errno === 1062 ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}

/** Matches `column` containing `text`, ignoring case. `%` and `_` in the text are literal. */
export function contains<S>(db: Kysely<S>, column: Column<S>, text: string): RawBuilder<boolean> {
  return like(db, column, `%${literal(text)}%`);
}

/** Matches `column` beginning with `text`, in the same way. */
export function startsWith<S>(db: Kysely<S>, column: Column<S>, text: string): RawBuilder<boolean> {
  return like(db, column, `${literal(text)}%`);
}

type Column<S> = StringReference<S, keyof S>;

/** Matches `column` against a LIKE pattern, ignoring case. `!` escapes a wildcard. */
export function like<S>(db: Kysely<S>, column: Column<S>, pattern: string): RawBuilder<boolean> {
  const name = sql.ref(column);
  if (flavorOf(db) === 'clickhouse') return sql<boolean>`${name} ilike ${withBackslashes(pattern)}`;
  if (flavorOf(db) !== 'sqlite') return sql<boolean>`lower(${name}) like lower(${pattern}) escape '!'`;
  // SQLite's LIKE ignores case for ASCII only. The function for all letters takes twenty times as long.
  if (!OTHER_CASED_LETTER.test(pattern)) return sql<boolean>`${name} like ${pattern} escape '!'`;
  return sql<boolean>`${sql.raw(LOWER_OF_ALL)}(${name}) like ${pattern.toLowerCase()} escape '!'`;
}

const OTHER_CASED_LETTER = /(?![a-z])\p{Changes_When_Casemapped}/iu;

/** ClickHouse escapes wildcards with a backslash. */
function withBackslashes(pattern: string): string {
  return pattern.replace(/\\|!(.)/gs, (whole, escaped: string | undefined) => {
    if (escaped === undefined) return `\\${whole}`;
    return escaped === '!' ? '!' : `\\${escaped}`;
  });
}

function literal(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}

/** For an ASCII column, which MySQL compares only with ASCII: other texts become one that no row has. */
export function asKey(text: string): string {
  return /[^\0-\x7f]/.test(text) ? '\x7f' : text;
}

/** Start of the hour, or of another `span` of seconds, that contains a column of seconds. */
export function floorTo(column: string, span: number): RawBuilder<number> {
  return sql<number>`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(span)}`;
}

/**
 * Whole number behind a name in a column of JSON text, 0 when it is not there. Searches the text, as one row that is no
 * JSON would end the whole statement.
 */
export function integerInJson<S>(db: Kysely<S>, column: string, name: string): RawBuilder<number> {
  const ref = sql.ref(column);
  const found = `"${name}":`;
  const start = sql.lit(found.length);
  if (flavorOf(db) === 'postgres')
    return sql<number>`coalesce(substring(${ref} from ${sql.lit(`${found}([0-9]{1,15})`)})::bigint, 0)`;
  if (flavorOf(db) === 'mysql')
    return sql<number>`case when locate(${sql.lit(found)}, ${ref}) > 0
      then cast(substring(${ref}, locate(${sql.lit(found)}, ${ref}) + ${start}, 15) as unsigned) else 0 end`;
  return sql<number>`case when instr(${ref}, ${sql.lit(found)}) > 0
    then cast(substr(${ref}, instr(${ref}, ${sql.lit(found)}) + ${start}, 15) as integer) else 0 end`;
}

/** Lets the database number new rows behind those that were inserted with ids of their own. */
export async function numberFromHere<S>(db: Kysely<S>, table: keyof S & string): Promise<void> {
  if (flavorOf(db) !== 'postgres') return; // The others do so by themselves.
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
    db,
  );
}

/** Locks the rows that are read until the transaction ends. SQLite's only writer already has the lock. */
export function forUpdate<S, Q extends { forUpdate(): Q }>(db: Kysely<S>, query: Q): Q {
  return flavorOf(db) === 'sqlite' ? query : query.forUpdate();
}

function untyped<S>(db: Kysely<S>): UntypedDb {
  return db as unknown as UntypedDb;
}
