import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { type Flavor, flavorOf } from './portable.ts';

/** A bulk insert that runs frequently. */
export interface BulkInsert {
  readonly table: string;
  readonly columns: readonly string[];
  /** The SQL after the values, such as the conflict clause. */
  readonly tail?: (flavor: Flavor) => RawBuilder<unknown>;
}

const chunkSizes = [64, 16, 4, 1];
const compiled = new WeakMap<BulkInsert, Map<string, BulkQuery>>();

interface BulkQuery extends CompiledQuery {
  readonly isBulkInsert: true;
}

/** Whether it comes from {@link insertMany}, which uses no result of it. */
export function isBulkInsert(query: CompiledQuery): boolean {
  return 'isBulkInsert' in query;
}

/**
 * Inserts rows, each a list of values in the order of the columns. A few fixed row counts share their
 * statements: each text is built once, and the database prepares it once.
 */
export async function insertMany<S>(
  tx: Kysely<S>,
  insert: BulkInsert,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (flavorOf(tx) === 'clickhouse') return insertAtOnce(tx, insert, rows);
  for (let from = 0; from < rows.length; ) {
    const size = chunkSizes.find((size) => size <= rows.length - from) ?? 1;
    const parameters: unknown[] = [];
    for (let at = from; at < from + size; at += 1) parameters.push(...(rows[at] ?? []));
    await tx.executeQuery({ ...statementFor(tx, insert, size), parameters });
    from += size;
  }
}

/**
 * ClickHouse stores each statement as a part, so all rows are in one. Its tables know how rows with the same keys
 * combine, so the conflict clause is left out. Values are JSON after the statement, which no text can leave.
 */
async function insertAtOnce<S>(
  tx: Kysely<S>,
  { table, columns }: BulkInsert,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = rows.map((row) => JSON.stringify(row)).join('\n');
  await sql`insert into ${sql.table(table)} (${names}) format JSONCompactEachRow\n${sql.raw(values)}`.execute(
    tx,
  );
}

/** An insert that adds the `sums` to an existing row with the same keys. */
export function adding(table: string, keys: string[], others: string[], sums: string[]): BulkInsert {
  return {
    table,
    columns: [...keys, ...others, ...sums],
    tail: (flavor: Flavor): RawBuilder<unknown> => {
      const additions = sums.map((column) => {
        const added = flavor === 'mysql' ? sql`values(${sql.ref(column)})` : sql.ref(`excluded.${column}`);
        return sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${added}`;
      });
      if (flavor === 'mysql') return sql`on duplicate key update ${sql.join(additions)}`;
      const target = sql.join(keys.map((key) => sql.ref(key)));
      return sql`on conflict (${target}) do update set ${sql.join(additions)}`;
    },
  };
}

/** An insert that leaves an existing row with any equal unique key as it is. */
export function keeping(table: string, columns: readonly [string, ...string[]]): BulkInsert {
  const [first] = columns;
  return {
    table,
    columns,
    tail: (flavor: Flavor): RawBuilder<unknown> =>
      flavor === 'mysql'
        ? sql`on duplicate key update ${sql.ref(first)} = ${sql.ref(`${table}.${first}`)}`
        : sql`on conflict do nothing`,
  };
}

/** An insert that overwrites the `others` of an existing row with the same keys. */
export function overwriting(table: string, keys: string[], others: string[]): BulkInsert {
  return {
    table,
    columns: [...keys, ...others],
    tail: (flavor: Flavor): RawBuilder<unknown> => {
      const changes = others.map((column) => {
        const value = flavor === 'mysql' ? sql`values(${sql.ref(column)})` : sql.ref(`excluded.${column}`);
        return sql`${sql.ref(column)} = ${value}`;
      });
      if (flavor === 'mysql') return sql`on duplicate key update ${sql.join(changes)}`;
      const target = sql.join(keys.map((key) => sql.ref(key)));
      return sql`on conflict (${target}) do update set ${sql.join(changes)}`;
    },
  };
}

function statementFor<S>(tx: Kysely<S>, insert: BulkInsert, size: number): BulkQuery {
  const flavor = flavorOf(tx);
  const statements = compiled.get(insert) ?? new Map<string, BulkQuery>();
  compiled.set(insert, statements);
  const key = `${flavor} ${size}`;
  let statement = statements.get(key);
  if (!statement) {
    const row = sql`(${sql.join(insert.columns.map(() => null))})`;
    const names = sql.join(insert.columns.map((column) => sql.ref(column)));
    const values = sql.join(Array.from({ length: size }, () => row));
    const tail = insert.tail?.(flavor) ?? sql``;
    const query = sql`insert into ${sql.table(insert.table)} (${names}) values ${values} ${tail}`.compile(tx);
    statement = { ...query, isBulkInsert: true };
    statements.set(key, statement);
  }
  return statement;
}
