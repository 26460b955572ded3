import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import { insertForId } from '../../../db/portable.ts';
import type { Db, Schema, TaskTable } from '../../../db/schema.ts';

export type TaskRow = Selectable<TaskTable>;

/** Empty texts and absent numbers do not filter. Times in seconds, both inclusive. */
export interface TaskFilter {
  userId?: number | undefined;
  channel_id?: number | undefined;
  task_id?: string | undefined;
  platform?: string | undefined;
  status?: string | undefined;
  action?: string | undefined;
  start_timestamp?: number | undefined;
  end_timestamp?: number | undefined;
  /** Only rows with a smaller id. */
  before?: number | undefined;
}

/** Newest first. */
export function list(
  db: Db,
  filter: TaskFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<TaskRow[]> {
  return matching(db, filter).selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

export async function count(db: Db, filter: TaskFilter): Promise<number> {
  const { total } = await db
    .selectFrom(matching(db, filter).select('id').limit(COUNT_CAP).as('capped'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** What bars count: the newest rows by the time at which they were submitted. */
export function newest(db: Db, filter: TaskFilter, limit: number) {
  return matching(db, filter)
    .select(['submit_time', 'status'])
    .orderBy('submit_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

export function insert(tx: Db, row: Insertable<TaskTable>): Promise<number> {
  return insertForId(tx, 'tasks', row);
}

export async function update(db: Db, id: number, changes: Updateable<TaskTable>): Promise<void> {
  await db.updateTable('tasks').set(changes).where('id', '=', id).execute();
}

export async function remove(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('tasks').where('id', '=', id).execute();
}

/** The fields that a poller needs of its rows. */
export async function listPolled(
  db: Db,
  ids: readonly number[],
): Promise<Pick<TaskRow, 'id' | 'task_id' | 'channel_id' | 'submit_time'>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('tasks')
    .select(['id', 'task_id', 'channel_id', 'submit_time'])
    .where('id', 'in', ids)
    .execute();
}

/** Lists rows of one user by the ids from the provider, the newest first. */
export async function listOwn(db: Db, userId: number, names: readonly string[]): Promise<TaskRow[]> {
  if (names.length === 0) return [];
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('task_id', 'in', names)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

function matching(db: Db, filter: TaskFilter): SelectQueryBuilder<Schema, 'tasks', object> {
  let query = db.selectFrom('tasks');
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.channel_id) query = query.where('channel_id', '=', filter.channel_id);
  if (filter.task_id) query = query.where('task_id', '=', filter.task_id);
  if (filter.platform) query = query.where('platform', '=', filter.platform);
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.action) query = query.where('action', '=', filter.action);
  if (filter.start_timestamp) query = query.where('submit_time', '>=', filter.start_timestamp);
  if (filter.end_timestamp) query = query.where('submit_time', '<=', filter.end_timestamp);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  return query;
}

const COUNT_CAP = 100_000;
