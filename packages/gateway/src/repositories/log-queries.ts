import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { asKey, like, startsWith } from '../db/portable.ts';
import type { LogDb, LogSchema, LogTable } from '../db/schema.ts';

export type LogRow = Selectable<LogTable>;

/** Empty texts and absent numbers do not filter. Times are unix seconds, both inclusive. */
export interface LogFilter {
  userId?: number | undefined;
  tokenId?: number | undefined;
  type?: number | undefined;
  username?: string | undefined;
  token_name?: string | undefined;
  /** A name, or a pattern of SQL's LIKE, as the wire has it: `gpt-4%`. Patterns ignore the case. */
  model_name?: string | undefined;
  start_timestamp?: number | undefined;
  end_timestamp?: number | undefined;
  channel?: number | undefined;
  group?: string | undefined;
}

/** A place in the order of the log: only rows after it are read. */
export type LogPlace = Pick<LogRow, 'created_at' | 'id'>;

export interface LogWindow {
  offset: number;
  limit: number;
  after?: LogPlace | undefined;
}

/** Newest first. Rows of the same second are in the order in which they were written. */
export function list(db: LogDb, filter: LogFilter, { offset, limit, after }: LogWindow): Promise<LogRow[]> {
  let query = matching(db, filter);
  if (after) {
    const { created_at, id } = after;
    query = query
      .where('created_at', '<=', created_at)
      .where((eb) => eb.or([eb('created_at', '<', created_at), eb('id', '<', id)]));
  }
  return query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Counting stops at the cap, as nobody pages that far and counting a million rows takes seconds. */
export async function count(db: LogDb, filter: LogFilter): Promise<number> {
  const { total } = await db
    .selectFrom(matching(db, filter).select('id').limit(COUNT_CAP).as('capped'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Where a row stands. A user finds own rows only. */
export function findPlace(db: LogDb, request_id: string, userId?: number): Promise<LogPlace | undefined> {
  let query = db.selectFrom('logs').select(['created_at', 'id']).where('request_id', '=', asKey(request_id));
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query.executeTakeFirst();
}

/** Among the newest rows, those of a type or whose content begins with a text. */
export function search(
  db: LogDb,
  { type, prefix }: { type: number; prefix: string },
  limit: number,
): Promise<LogRow[]> {
  const newest = db
    .selectFrom('logs')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SEARCHED_ROWS);
  return db
    .selectFrom(newest.as('newest'))
    .selectAll()
    .where((eb) => eb.or([eb('type', '=', type), startsWith(db, 'content', prefix)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Sums of consumption: quota over the filter, calls and tokens since `recentSince`. */
export async function sum(db: LogDb, filter: LogFilter, recentSince: number) {
  const spent = await matching(db, { ...filter, type: CONSUMPTION })
    .select((eb) => eb.fn.sum<number | null>('quota').as('quota'))
    .executeTakeFirstOrThrow();
  const range = { start_timestamp: recentSince, end_timestamp: undefined };
  const recent = await matching(db, { ...filter, ...range, type: CONSUMPTION })
    .select((eb) => eb.fn.countAll<number>().as('calls'))
    .select((eb) => eb.fn.sum<number | null>('prompt_tokens').as('prompt'))
    .select((eb) => eb.fn.sum<number | null>('completion_tokens').as('completion'))
    .executeTakeFirstOrThrow();
  return {
    quota: Number(spent.quota ?? 0),
    rpm: Number(recent.calls),
    tpm: Number(recent.prompt ?? 0) + Number(recent.completion ?? 0),
  };
}

function matching(db: LogDb, filter: LogFilter): SelectQueryBuilder<LogSchema, 'logs', object> {
  let query = db.selectFrom('logs');
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.tokenId !== undefined) query = query.where('token_id', '=', filter.tokenId);
  if (filter.type) query = query.where('type', '=', filter.type);
  if (filter.username) query = query.where('username', '=', filter.username);
  if (filter.token_name) query = query.where('token_name', '=', filter.token_name);
  if (filter.model_name) query = query.where(isModel(db, filter.model_name));
  if (filter.group) query = query.where('group', '=', filter.group);
  if (filter.channel) query = query.where('channel_id', '=', filter.channel);
  if (filter.start_timestamp) query = query.where('created_at', '>=', filter.start_timestamp);
  if (filter.end_timestamp) query = query.where('created_at', '<=', filter.end_timestamp);
  return query;
}

/** A name without wildcards is looked up by its index. There is no escape in the pattern of the wire. */
function isModel(db: LogDb, pattern: string) {
  if (!/[%_]/.test(pattern)) return sql<boolean>`model_name = ${pattern}`;
  return like(db, 'model_name', pattern.replace(/!/g, '!!'));
}

const CONSUMPTION = 2;
const COUNT_CAP = 100_000;
/** So that a word that nobody wrote does not read the whole log. */
const SEARCHED_ROWS = 100_000;
