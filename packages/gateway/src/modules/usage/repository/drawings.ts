import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import { insertForId } from '../../../db/portable.ts';
import type { Db, MidjourneyTable, Schema } from '../../../db/schema.ts';

export type DrawingRow = Selectable<MidjourneyTable>;

/** Empty texts and absent numbers do not filter. Times in milliseconds, both inclusive. */
export interface DrawingFilter {
  userId?: number | undefined;
  channel_id?: number | undefined;
  mj_id?: string | undefined;
  start_timestamp?: number | undefined;
  end_timestamp?: number | undefined;
  /** Only rows with a smaller id. */
  before?: number | undefined;
}

/** Newest first. */
export function list(
  db: Db,
  filter: DrawingFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DrawingRow[]> {
  return matching(db, filter).selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

export async function count(db: Db, filter: DrawingFilter): Promise<number> {
  const { total } = await db
    .selectFrom(matching(db, filter).select('id').limit(COUNT_CAP).as('capped'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** What bars count: the newest rows by the time at which they were submitted. */
export function newest(db: Db, filter: DrawingFilter, limit: number) {
  return matching(db, filter)
    .select(['submit_time', 'status'])
    .orderBy('submit_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

export function insert(tx: Db, row: Insertable<MidjourneyTable>): Promise<number> {
  return insertForId(tx, 'midjourneys', row);
}

export async function update(db: Db, id: number, changes: Updateable<MidjourneyTable>): Promise<void> {
  await db.updateTable('midjourneys').set(changes).where('id', '=', id).execute();
}

export async function remove(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('midjourneys').where('id', '=', id).execute();
}

/** The fields that a poller needs of its rows. */
export async function listPolled(
  db: Db,
  ids: readonly number[],
): Promise<Pick<DrawingRow, 'id' | 'mj_id' | 'channel_id' | 'submit_time'>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('midjourneys')
    .select(['id', 'mj_id', 'channel_id', 'submit_time'])
    .where('id', 'in', ids)
    .execute();
}

/** Lists rows of one user by the ids from the provider, the newest first. */
export async function listOwn(db: Db, userId: number, names: readonly string[]): Promise<DrawingRow[]> {
  if (names.length === 0) return [];
  return db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', 'in', names)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

/** Finds the newest picture by its id alone, of any user. */
export function findShown(db: Db, mj_id: string): Promise<DrawingRow | undefined> {
  return db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', '=', mj_id)
    .where('image_url', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the newest row by that id, of any user. */
export function findByName(db: Db, mj_id: string): Promise<DrawingRow | undefined> {
  return db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', '=', mj_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function matching(db: Db, filter: DrawingFilter): SelectQueryBuilder<Schema, 'midjourneys', object> {
  let query = db.selectFrom('midjourneys');
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.channel_id) query = query.where('channel_id', '=', filter.channel_id);
  if (filter.mj_id) query = query.where('mj_id', '=', filter.mj_id);
  if (filter.start_timestamp) query = query.where('submit_time', '>=', filter.start_timestamp);
  if (filter.end_timestamp) query = query.where('submit_time', '<=', filter.end_timestamp);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  return query;
}

const COUNT_CAP = 100_000;
