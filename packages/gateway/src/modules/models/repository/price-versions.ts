import type { Selectable } from 'kysely';
import { insertMany } from '../../../db/bulk.ts';
import { forUpdate } from '../../../db/portable.ts';
import type { Db, PriceVersionTable } from '../../../db/schema.ts';
import { type Amounts, toNumbers, toTexts } from './amounts.ts';

type StoredVersion = Selectable<PriceVersionTable>;
export type PriceVersionRow = Amounts<StoredVersion, (typeof amounts)[number]>;

export type NewPriceVersion = Omit<PriceVersionRow, 'id' | 'valid_to' | 'is_current'>;

/** Locks the book until the transaction ends. Returns when it was filled; 0: not yet. */
export async function lockBook(tx: Db): Promise<number> {
  const query = tx.selectFrom('price_book').select('filled_time').where('id', '=', 1);
  return Number((await forUpdate(tx, query).executeTakeFirstOrThrow()).filled_time);
}

export async function findFilledTime(db: Db): Promise<number> {
  const row = await db.selectFrom('price_book').select('filled_time').where('id', '=', 1).executeTakeFirst();
  return Number(row?.filled_time ?? 0);
}

export async function markFilled(tx: Db, now: number): Promise<void> {
  await tx.updateTable('price_book').set({ filled_time: now }).where('id', '=', 1).execute();
}

/** The valid version of each name, by name. */
export async function listCurrent(db: Db): Promise<PriceVersionRow[]> {
  const rows = await db.selectFrom('price_versions').selectAll().where('is_current', '=', 1).execute();
  return rows.map(fromStored).sort((one, other) => (one.model < other.model ? -1 : 1));
}

/** All versions of a name, newest first. */
export async function listOf(db: Db, model: string, limit: number): Promise<PriceVersionRow[]> {
  const rows = await db
    .selectFrom('price_versions')
    .selectAll()
    .where('model', '=', model)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fromStored);
}

export async function find(db: Db, id: number): Promise<PriceVersionRow | undefined> {
  const row = await db.selectFrom('price_versions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromStored(row);
}

export async function end(tx: Db, ids: readonly number[], now: number): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const part = ids.slice(from, from + CHUNK);
    await tx
      .updateTable('price_versions')
      .set({ valid_to: now, is_current: 0 })
      .where('id', 'in', part)
      .execute();
  }
}

export async function insert(tx: Db, rows: readonly NewPriceVersion[]): Promise<void> {
  await insertMany(
    tx,
    insertVersions,
    rows.map((row) => toTexts(row, amounts)).map((row) => columns.map((column) => row[column])),
  );
}

function fromStored(row: StoredVersion): PriceVersionRow {
  return toNumbers(row, amounts);
}

const amounts = [
  'input',
  'output_ratio',
  'cache_read_ratio',
  'cache_write_ratio',
  'cache_write_hour_ratio',
  'per_call',
  'per_second',
] as const;
const CHUNK = 500;
const columns = [
  'model',
  'valid_from',
  ...amounts,
  'adjustments',
  'source',
  'source_date',
  'user_id',
] as const satisfies readonly (keyof NewPriceVersion)[];
const insertVersions = { table: 'price_versions', columns };
