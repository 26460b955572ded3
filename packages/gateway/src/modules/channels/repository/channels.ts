import type { Insertable, Selectable, Updateable } from 'kysely';
import { contains, forUpdate, insertForId } from '../../../db/portable.ts';
import type { ChannelTable, Db } from '../../../db/schema.ts';

export type ChannelRow = Selectable<ChannelTable>;

/** Empty texts and absent numbers do not filter. */
export interface ChannelFilter {
  keyword?: string;
  /** Hash of a whole key: finds its channels in addition to those that the keyword finds. */
  keyHash?: string;
  group?: string;
  model?: string;
  status?: number | undefined;
  type?: number | undefined;
  tags?: readonly string[];
  ids?: readonly number[];
  /** Only rows without a tag. */
  isUntagged?: boolean;
  /** Only rows with a smaller id. */
  before?: number | undefined;
}

export interface ChannelOrder {
  /** Newest first in place of by priority. */
  byId: boolean;
}

export function find(db: Db, id: number) {
  return db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same, but locks the row until the transaction ends. */
export function lock(db: Db, id: number) {
  return forUpdate(db, db.selectFrom('channels').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function list(
  db: Db,
  filter: ChannelFilter,
  { byId }: ChannelOrder,
  window?: { offset: number; limit: number },
): Promise<ChannelRow[]> {
  let query = matching(db, filter).selectAll();
  if (!byId) query = query.orderBy('priority', 'desc');
  query = query.orderBy('id', 'desc');
  if (window) query = query.limit(window.limit).offset(window.offset);
  return query.execute();
}

export async function count(db: Db, filter: ChannelFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function countByStatus(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('channels')
    .select((eb) => ['status', eb.fn.countAll<number>().as('total')])
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, total }) => [status, Number(total)]));
}

/** Tags in use, in alphabetical order. */
export async function listTags(db: Db, filter: ChannelFilter, window?: { offset: number; limit: number }) {
  let query = matching(db, filter)
    .select('tag')
    .distinct()
    .where('tag', 'is not', null)
    .where('tag', '!=', '');
  query = query.orderBy('tag');
  if (window) query = query.limit(window.limit).offset(window.offset);
  return (await query.execute()).map(({ tag }) => tag as string);
}

export async function listNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function insert(db: Db, row: Insertable<ChannelTable>): Promise<number> {
  return insertForId(db, 'channels', row);
}

export async function update(db: Db, id: number, changes: Updateable<ChannelTable>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('channels').set(changes).where('id', '=', id).execute();
}

/** Returns which of them existed. */
export async function remove(db: Db, ids: readonly number[]): Promise<ChannelRow[]> {
  const rows = await listByIds(db, ids);
  await inSlices(ids, (slice) => db.deleteFrom('channels').where('id', 'in', slice).execute());
  return rows;
}

export async function listByIds(db: Db, ids: readonly number[]): Promise<ChannelRow[]> {
  const slices = await inSlices(ids, (slice) =>
    db.selectFrom('channels').selectAll().where('id', 'in', slice).orderBy('id').execute(),
  );
  return slices.flat();
}

export function listByStatus(db: Db, statuses: readonly number[]): Promise<ChannelRow[]> {
  return db
    .selectFrom('channels')
    .selectAll()
    .where('status', 'in', [...statuses])
    .orderBy('id')
    .execute();
}

/** Lists channels of earlier versions, without hashes of keys. */
export function listWithoutKeyHash(db: Db) {
  return db.selectFrom('channels').select(['id', 'key_sealed']).where('key_hash', '=', '').execute();
}

/** Lists channels whose setting may hold the password of a proxy. */
export function listWithOpenProxy(db: Db) {
  return db
    .selectFrom('channels')
    .select(['id', 'setting'])
    .where('proxy_sealed', '=', '')
    .where('setting', 'like', '%proxy%@%')
    .execute();
}

/** Updates the setting unless it has changed since it was `read`. */
export async function updateSetting(
  db: Db,
  id: number,
  read: string | null,
  columns: Pick<ChannelRow, 'setting' | 'proxy_sealed'>,
): Promise<void> {
  await db.updateTable('channels').set(columns).where('id', '=', id).where('setting', '=', read).execute();
}

/** Keeps statements below the parameter limit of every database. */
async function inSlices<T>(ids: readonly number[], work: (slice: number[]) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < ids.length; at += 500) results.push(await work(ids.slice(at, at + 500)));
  return results;
}

function matching(
  db: Db,
  { keyword, keyHash = '-', group, model, status, type, tags, ids, isUntagged, before }: ChannelFilter,
) {
  let query = db.selectFrom('channels');
  if (keyword) {
    const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : -1;
    query = query.where((eb) =>
      eb.or([contains(db, 'channels.name', keyword), eb('id', '=', id), eb('key_hash', '=', keyHash)]),
    );
  }
  if (group) query = query.where('channels.id', 'in', offeredTo(db, group));
  if (model) query = query.where(contains(db, 'channels.models', model));
  if (status) query = query.where('status', '=', status);
  if (type) query = query.where('type', '=', type);
  if (tags) query = query.where('tag', 'in', [...tags]);
  if (ids) query = query.where('id', 'in', [...ids]);
  if (isUntagged) query = query.where((eb) => eb.or([eb('tag', 'is', null), eb('tag', '=', '')]));
  if (before !== undefined) query = query.where('channels.id', '<', before);
  return query;
}

/** The abilities of a channel name its groups one by one, whatever the status. */
function offeredTo(db: Db, group: string) {
  return db.selectFrom('abilities').select('channel_id').where('group', '=', group);
}

/** Returns whether there is a channel, and one that answered its last test. */
export async function findFirstSteps(db: Db): Promise<{ channel: boolean; tested: boolean }> {
  const slowest = await db
    .selectFrom('channels')
    .select('response_time')
    .orderBy('response_time', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { channel: slowest !== undefined, tested: (slowest?.response_time ?? 0) > 0 };
}
