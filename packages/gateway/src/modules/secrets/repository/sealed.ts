import type { UntypedDb } from '../../../db/portable.ts';
import type { Db } from '../../../db/schema.ts';

/** A column with sealed values. `owner` is the column from which the place of the value is derived. */
interface Column {
  readonly table: string;
  readonly id: string;
  readonly owner: string;
  readonly column: string;
  /** The column holds JSON that contains a sealed value under this name. */
  readonly field?: string;
  /** Other rows of the table hold plain values. */
  readonly only?: readonly [column: string, values: readonly string[]];
}

const columns = {
  tokens: { table: 'tokens', id: 'id', owner: 'key_hash', column: 'key_sealed' },
  channels: { table: 'channels', id: 'id', owner: 'id', column: 'key_sealed' },
  options: { table: 'options', id: 'key', owner: 'key', column: 'value' },
  proxies: { table: 'channels', id: 'id', owner: 'id', column: 'proxy_sealed' },
  redemptions: { table: 'redemptions', id: 'id', owner: 'key_hash', column: 'key_sealed' },
  webhooks: { table: 'users', id: 'id', owner: 'id', column: 'setting', field: 'webhook_secret_sealed' },
  hashKeys: { table: 'hash_keys', id: 'name', owner: 'name', column: 'key_sealed' },
  mails: {
    table: 'outbox',
    id: 'id',
    owner: 'dedup_key',
    column: 'payload',
    only: ['topic', ['mail', 'webhook']],
  },
} as const satisfies Record<string, Column>;

export type SealedColumn = keyof typeof columns;

export const sealedColumns = Object.keys(columns) as readonly SealedColumn[];

export interface SealedRow {
  readonly id: number | string;
  readonly owner: string;
  /** The stored text: a sealed value, or JSON with one in it. */
  readonly text: string;
}

export interface Page {
  readonly limit: number;
  /** Only rows after the one with this id. */
  readonly after?: number | string;
  /** Leaves out values that begin with this text. No effect on values in JSON. */
  readonly withoutPrefix?: string;
  /** The keys of options that are sealed; other options are plain. */
  readonly secretOptions: readonly string[];
}

/** Rows with a sealed value, in the order of their ids. */
export async function list(
  db: Db,
  name: SealedColumn,
  { limit, after, withoutPrefix, secretOptions }: Page,
): Promise<SealedRow[]> {
  const { table, id, owner, column, field, only }: Column = columns[name];
  let query = (db as unknown as UntypedDb)
    .selectFrom(table)
    .select([`${id} as id`, `${owner} as owner`, `${column} as text`])
    .where(column, '!=', '')
    .orderBy(id)
    .limit(limit);
  if (after !== undefined) query = query.where(id, '>', after);
  if (only) query = query.where(only[0], 'in', [...only[1]]);
  if (name === 'options') query = query.where('key', 'in', [...secretOptions]);
  if (field) query = query.where(column, 'like', `%"${field}"%`);
  else if (withoutPrefix) query = query.where(column, 'not like', `${withoutPrefix}%`);
  const rows = await query.execute();
  return rows.map((row) => ({ id: row.id, owner: String(row.owner), text: String(row.text) }));
}

/** Replaces the text of a row unless it has changed since it was read. Returns whether it was replaced. */
export async function replace(db: Db, name: SealedColumn, row: SealedRow, text: string): Promise<boolean> {
  const { table, id, column }: Column = columns[name];
  const { numUpdatedRows } = await (db as unknown as UntypedDb)
    .updateTable(table)
    .set({ [column]: text })
    .where(id, '=', row.id)
    .where(column, '=', row.text)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
