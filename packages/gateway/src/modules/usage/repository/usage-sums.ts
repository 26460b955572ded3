import type { LogDb, ModelHourTable, QuotaDataTable, TokenDayTable } from '../../../db/schema.ts';

/** Unix seconds, both inclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Consumption of all users by hour and model. */
export function listModelHours(db: LogDb, { from, to }: TimeRange): Promise<ModelHourTable[]> {
  return db
    .selectFrom('model_hours')
    .selectAll()
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .orderBy('created_at')
    .orderBy('model_name')
    .execute();
}

/** Consumption of one user by hour and model. */
export function listHours(db: LogDb, userId: number, { from, to }: TimeRange): Promise<QuotaDataTable[]> {
  return db
    .selectFrom('quota_data')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .orderBy('created_at')
    .orderBy('model_name')
    .execute();
}

/** Lists all users who spent something since an hour began. */
export async function listSpenders(db: LogDb, since: number): Promise<number[]> {
  const query = db.selectFrom('quota_data').select('user_id').distinct().where('created_at', '>=', since);
  return (await query.execute()).map(({ user_id }) => Number(user_id));
}

/** Lists the users who spent most within the range, most first. */
export async function listTopUsers(db: LogDb, { from, to }: TimeRange, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('quota_data')
    .select(['user_id', (eb) => eb.fn.sum<number>('quota').as('spent')])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .groupBy('user_id')
    .orderBy('spent', 'desc')
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => Number(user_id));
}

/** Consumption of some users by hour, all models together. */
export async function listUserHours(db: LogDb, userIds: readonly number[], { from, to }: TimeRange) {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('quota_data')
    .select((eb) => [
      'user_id',
      'created_at',
      eb.fn.max('username').as('username'),
      eb.fn.sum<number>('token_used').as('token_used'),
      eb.fn.sum<number>('count').as('count'),
      eb.fn.sum<number>('quota').as('quota'),
    ])
    .where('user_id', 'in', [...userIds])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .groupBy(['user_id', 'created_at'])
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    token_used: Number(row.token_used),
    count: Number(row.count),
    quota: Number(row.quota),
  }));
}

/** Consumption of some tokens by day of UTC. */
export async function listTokenDays(
  db: LogDb,
  tokenIds: readonly number[],
  { from, to }: TimeRange,
): Promise<TokenDayTable[]> {
  if (tokenIds.length === 0) return [];
  return db
    .selectFrom('token_days')
    .selectAll()
    .where('token_id', 'in', [...tokenIds])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .orderBy('token_id')
    .orderBy('created_at')
    .execute();
}

export type HourRow = QuotaDataTable;

export interface HourBatch {
  readonly userId: number | undefined;
  /** The last row of the batch before. */
  readonly after: HourRow | undefined;
  readonly limit: number;
}

/** Hours, users and models in the order of their key, after a row. */
export function listAfter(
  db: LogDb,
  { from, to }: TimeRange,
  { userId, after, limit }: HourBatch,
): Promise<HourRow[]> {
  let query = db.selectFrom('quota_data').selectAll().where('created_at', '>=', from);
  query = query.where('created_at', '<=', to);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (after) {
    const { created_at, user_id, model_name } = after;
    query = query
      .where('created_at', '>=', created_at)
      .where((eb) =>
        eb.or([
          eb('created_at', '>', created_at),
          eb('user_id', '>', user_id),
          eb.and([eb('user_id', '=', user_id), eb('model_name', '>', model_name)]),
        ]),
      );
  }
  return query.orderBy('created_at').orderBy('user_id').orderBy('model_name').limit(limit).execute();
}
