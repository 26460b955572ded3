import { type Selectable, sql } from 'kysely';
import { readRequestSecond } from '../../../core/request-id-time.ts';
import { asKey, flavorOf, startsWith } from '../../../db/portable.ts';
import type { LogDb, LogTable } from '../../../db/schema.ts';
import { findsNothing, hasOwnIndex, type LogFilter, type LogQuery, matching, partsOf } from './log-filter.ts';

export type { LogFilter } from './log-filter.ts';
export { count, sum } from './log-sums.ts';

export type LogRow = Selectable<LogTable>;

/** A position in the order of the log: only rows after it are read. */
export type LogPlace = Pick<LogRow, 'created_at' | 'id' | 'request_id'>;

export interface LogWindow {
  offset: number;
  limit: number;
  after?: LogPlace | undefined;
}

/** Newest first. Rows of the same second are in the order in which they were written. */
export async function list(db: LogDb, filter: LogFilter, window: LogWindow): Promise<LogRow[]> {
  if (findsNothing(filter)) return [];
  const stretches = partsOf(db, filter).flatMap((part) => stretchesOf(db, part));
  const parts = stretches.map((stretch) => newestOf(db, stretch, window.after));
  if (window.offset >= DEEP_OFFSET && flavorOf(db) !== 'clickhouse') return listDeep(db, parts, window);
  return pageOf(
    db,
    parts.map((part) => part.selectAll()),
    window,
  ).execute() as Promise<LogRow[]>;
}

/**
 * Skips entries of an index, and reads only the rows of the page. Skipping rows would read each of them, and MySQL
 * sorts the whole log instead of that.
 */
async function listDeep(db: LogDb, parts: Newest[], window: LogWindow): Promise<LogRow[]> {
  const places = (await pageOf(
    db,
    parts.map((part) => part.select(['id', 'created_at'])),
    window,
  ).execute()) as Pick<LogRow, 'id' | 'created_at'>[];
  const [newest, oldest] = [places[0], places.at(-1)];
  if (!newest || !oldest) return [];
  return db
    .selectFrom('logs')
    .selectAll()
    .where(
      'id',
      'in',
      places.map(({ id }) => id),
    )
    .where('created_at', '>=', oldest.created_at) // Finds the partition.
    .where('created_at', '<=', newest.created_at)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Rows before this one are skipped faster than their places are looked up. */
const DEEP_OFFSET = 1000;

/** One page of the newest rows of all parts. */
function pageOf(db: LogDb, parts: Newest[], { offset, limit }: LogWindow): Newest {
  const [only] = parts;
  if (parts.length === 1 && only) return only.offset(offset).limit(limit);
  const newest = union(
    db,
    parts.map((part) => part.limit(offset + limit)),
  );
  // The columns that the parts have.
  const rows = db.selectFrom(newest.as('newest')).selectAll() as unknown as Newest;
  return rows.orderBy('created_at', 'desc').orderBy(orderOf(db), 'desc').offset(offset).limit(limit);
}

/** Reads each model as a separate index range: sorting them together would read them all. */
function stretchesOf(db: LogDb, filter: LogFilter): LogFilter[] {
  const { models, ...rest } = filter;
  // ClickHouse filters while it reads.
  if (!models || hasOwnIndex(filter) || flavorOf(db) === 'clickhouse') return [filter];
  return models.map((model_name) => ({ ...rest, model_name: '', models: [model_name] }));
}

function newestOf(db: LogDb, filter: LogFilter, after: LogPlace | undefined) {
  const order = orderOf(db);
  let query = matching(db, filter);
  if (after) {
    const { created_at } = after;
    query = query
      .where('created_at', '<=', created_at)
      .where((eb) => eb.or([eb('created_at', '<', created_at), eb(order, '<', after[order])]));
  }
  return query.orderBy('created_at', 'desc').orderBy(order, 'desc');
}

/** Rows with some columns or all of them. */
type Newest = LogQuery;

/** The order of rows of the same second. ClickHouse does not number rows; ids of requests begin with their time. */
function orderOf(db: LogDb): 'id' | 'request_id' {
  return flavorOf(db) === 'clickhouse' ? 'request_id' : 'id';
}

/** Runs each part as a separate query, as SQLite takes no order within a union. */
function union(db: LogDb, parts: Newest[]): Newest {
  const [first, ...others] = parts.map((part) => db.selectFrom(part.as('part')).selectAll() as Newest);
  if (!first) throw new Error('A union needs parts');
  return others.reduce((all, part) => all.unionAll(part), first);
}

/** Returns the position of a row. With `userId`, of that user's rows only. */
export function findPlace(db: LogDb, request_id: string, userId?: number): Promise<LogPlace | undefined> {
  let query = db
    .selectFrom('logs')
    .select(['created_at', 'id', 'request_id'])
    .where(isRequest(db, request_id));
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query.executeTakeFirst();
}

/** ClickHouse has no index of requests, but rows in the order of their time, which ids of the gateway name. */
function isRequest(db: LogDb, request_id: string) {
  const isKey = sql<boolean>`request_id = ${asKey(request_id)}`;
  const second = flavorOf(db) === 'clickhouse' ? readRequestSecond(request_id) : undefined;
  if (second === undefined) return isKey;
  return sql<boolean>`${isKey} and created_at between ${second - NEAR_SECONDS} and ${second + NEAR_SECONDS}`;
}

/** Searches the newest rows for a type, or for content that begins with a text. */
export function search(
  db: LogDb,
  { type, prefix }: { type: number; prefix: string },
  limit: number,
): Promise<LogRow[]> {
  const newest = db
    .selectFrom('logs')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy(orderOf(db), 'desc')
    .limit(SEARCHED_ROWS);
  return db
    .selectFrom(newest.as('newest'))
    .selectAll()
    .where((eb) => eb.or([eb('type', '=', type), startsWith(db, 'content', prefix)]))
    .orderBy('created_at', 'desc')
    .orderBy(orderOf(db), 'desc')
    .limit(limit)
    .execute();
}

/**
 * Estimates how many rows of the log lie within a range of time: the difference of the ids of its first and
 * last row. Two look-ups, however many rows there are.
 */
export async function estimateRows(db: LogDb, filter: LogFilter): Promise<number> {
  const { start_timestamp, end_timestamp } = filter;
  if (flavorOf(db) === 'clickhouse') {
    const counted = matching(db, { start_timestamp, end_timestamp }).select((eb) => eb.fn.countAll().as('n'));
    return Number((await counted.executeTakeFirstOrThrow()).n);
  }
  const range = matching(db, { start_timestamp, end_timestamp }).select('id');
  const [first, last] = await Promise.all([
    range.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst(),
    range.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ]);
  return first && last ? Math.max(0, Number(last.id) - Number(first.id)) + 1 : 0;
}

/** A call may begin an hour away from the time in its id when a clock was set. */
const NEAR_SECONDS = 3600;
/** Bounds a search for a text without matches, which would read the whole log. */
const SEARCHED_ROWS = 100_000;
