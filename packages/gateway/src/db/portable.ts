import {
  type Insertable,
  type Kysely,
  MysqlAdapter,
  type OnConflictBuilder,
  PostgresAdapter,
  type RawBuilder,
  type ReferenceExpression,
  sql,
} from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a table name that is itself generic, or that a migration makes, has no type
export type UntypedDb = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: the same
type Conflict = OnConflictBuilder<any, any>;

export type Flavor = 'sqlite' | 'postgres' | 'mysql';

/** For `db/` and `ledger/`, where SQL is written by hand. Everybody else asks the functions of this file. */
export function flavorOf<S>(db: Kysely<S>): Flavor {
  const { adapter } = db.getExecutor();
  if (adapter instanceof PostgresAdapter) return 'postgres';
  return adapter instanceof MysqlAdapter ? 'mysql' : 'sqlite';
}

/** Inserts one row and answers its id, on databases with RETURNING and without. */
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

/** Inserts a row unless one with the same unique key exists. Answers whether it was inserted. */
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

/** Inserts a row, or overwrites its other columns where a row with the same `keys` exists. */
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

/** Whether an insert or update failed because a unique key is taken. On PostgreSQL the transaction is lost then. */
export function isDuplicateKey(error: unknown): boolean {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return (
    code === '23505' ||
    errno === 1062 ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}

/** `column` contains `text`, whatever the case; `%` and `_` in the text mean themselves. */
export function contains<S, T extends keyof S>(
  column: ReferenceExpression<S, T>,
  text: string,
): RawBuilder<boolean> {
  return like(column as string, `%${literal(text)}%`);
}

/** `column` begins with `text`, in the same way. */
export function startsWith<S, T extends keyof S>(
  column: ReferenceExpression<S, T>,
  text: string,
): RawBuilder<boolean> {
  return like(column as string, `${literal(text)}%`);
}

function like(column: string, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`;
}

function literal(text: string): string {
  return text.toLowerCase().replace(/[!%_]/g, '!$&');
}

/** Start of the hour, or of another `span` of seconds, that a column of seconds falls into. */
export function floorTo(column: string, span: number): RawBuilder<number> {
  return sql<number>`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(span)}`;
}

/** Locks the rows that are read until the transaction ends. SQLite has one writer, which holds the lock already. */
export function forUpdate<S, Q extends { forUpdate(): Q }>(db: Kysely<S>, query: Q): Q {
  return flavorOf(db) === 'sqlite' ? query : query.forUpdate();
}

function untyped<S>(db: Kysely<S>): UntypedDb {
  return db as unknown as UntypedDb;
}
