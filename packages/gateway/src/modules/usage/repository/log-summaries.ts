import { LOG_SUMMARY_ROWS, type LogGrouping, LogType } from '@tollgate/contract';
import { sql } from 'kysely';
import { healthBoundsMs } from '../../../core/health-columns.ts';
import { flavorOf, floorTo, integerInJson } from '../../../db/portable.ts';
import type { LogDb, LogTable } from '../../../db/schema.ts';
import { isFailure, type LogFilter, matching } from './log-filter.ts';

/** The newest calls of a filter, charged and failed ones, as many as a summary counts. */
function newestCalls(db: LogDb, filter: LogFilter) {
  // MySQL would sort all calls that an index of types finds, in place of reading the newest in their order.
  const type = flavorOf(db) === 'mysql' ? sql`(type + 0)` : sql.ref('type');
  return matching(db, filter)
    .where(sql<boolean>`${type} in (${sql.lit(LogType.consumption)}, ${sql.lit(LogType.error)})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LOG_SUMMARY_ROWS);
}

/** The first and the last of the counted calls, unix seconds. Undefined without calls. */
export async function findExtent(db: LogDb, filter: LogFilter) {
  const { first, last, rows } = await db
    .selectFrom(newestCalls(db, filter).select('created_at').as('calls'))
    .select((eb) => [
      eb.fn.min<number | null>('created_at').as('first'),
      eb.fn.max<number | null>('created_at').as('last'),
      eb.fn.countAll<number>().as('rows'),
    ])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return undefined;
  return { first: Number(first), last: Number(last), isCut: Number(rows) === LOG_SUMMARY_ROWS };
}

export async function listBars(db: LogDb, filter: LogFilter, span: number) {
  const calls = newestCalls(db, filter).select([
    floorTo('created_at', span).as('start'),
    ...(['type', 'status'] as const),
  ]);
  const rows = await db
    .selectFrom(calls.as('calls'))
    .select(['start', failures.as('failed'), (eb) => eb.fn.countAll<number>().as('all')])
    .groupBy('start')
    .orderBy('start')
    .execute();
  return rows.map(({ start, failed, all }) => ({
    created_at: Number(start),
    calls: Number(all) - Number(failed),
    failed: Number(failed),
  }));
}

const failures = sql<number>`sum(case when ${isFailure} then 1 else 0 end)`;

const groupColumns = {
  model: 'model_name',
  token: 'token_name',
  user: 'username',
  channel: 'channel_id',
} as const satisfies Record<LogGrouping, keyof LogTable>;

export async function listGroups(db: LogDb, filter: LogFilter, by: LogGrouping, limit: number) {
  const column = groupColumns[by];
  const calls = newestCalls(db, filter).select([
    ...([
      column,
      'user_id',
      'type',
      'status',
      'created_at',
      'quota',
      'prompt_tokens',
      'completion_tokens',
    ] as const),
  ]);
  const rows = await db
    .selectFrom(calls.as('calls'))
    .select((eb) => [
      sql<string | number>`${sql.ref(column)}`.as('name'),
      failures.as('failed'),
      eb.fn.countAll<number>().as('all'),
      eb.fn.sum<number>('prompt_tokens').as('prompt'),
      eb.fn.sum<number>('completion_tokens').as('completion'),
      eb.fn.sum<number>('quota').as('spent'),
      eb.fn.max<number>('created_at').as('last'),
      eb.fn.max<number>('user_id').as('user'),
    ])
    .groupBy(sql.ref(column))
    .orderBy('spent', 'desc')
    .orderBy('all', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    name: String(row.name),
    id: idOf[by](row),
    calls: Number(row.all) - Number(row.failed),
    failed: Number(row.failed),
    prompt_tokens: Number(row.prompt),
    completion_tokens: Number(row.completion),
    quota: Number(row.spent),
    last_at: Number(row.last),
  }));
}

/** Models have no number, and tokens none that their rows share. */
const idOf: Record<LogGrouping, (row: { name: string | number; user: number }) => number> = {
  user: ({ user }) => Number(user),
  channel: ({ name }) => Number(name),
  model: () => 0,
  token: () => 0,
};

/** Sums by part of the range: cached tokens, and failures by what callers saw. */
export async function listServiceSums(db: LogDb, filter: LogFilter, span: number) {
  const calls = newestCalls(db, filter).select([
    ...(['type', 'status', 'prompt_tokens'] as const),
    floorTo('created_at', span).as('start'),
    integerInJson(db, 'other', 'cache_tokens').as('cached'),
  ]);
  const rows = await db
    .selectFrom(calls.as('calls'))
    .select((eb) => [
      'start',
      failures.as('failed'),
      eb.fn.countAll<number>().as('all'),
      eb.fn.sum<number>('prompt_tokens').as('prompt'),
      eb.fn.sum<number>('cached').as('cached'),
      failuresOf('status = 429').as('rate_limit'),
      failuresOf('status between 401 and 403').as('access'),
      failuresOf('status between 400 and 499').as('callers'),
    ])
    .groupBy('start')
    .orderBy('start')
    .execute();
  return rows.map((row) => {
    const [failed, rate_limit, access, callers] = [row.failed, row.rate_limit, row.access, row.callers].map(
      Number,
    ) as [number, number, number, number];
    const errors = { rate_limit, access, request: callers - rate_limit - access, server: failed - callers };
    return {
      created_at: Number(row.start),
      calls: Number(row.all) - failed,
      prompt_tokens: Number(row.prompt),
      cached_tokens: Number(row.cached),
      errors,
    };
  });
}

function failuresOf(condition: string) {
  return sql<number>`sum(case when ${isFailure} and ${sql.raw(condition)} then 1 else 0 end)`;
}

/** How many calls of each part of the range that were answered to their end took how long: part, bucket of the histogram, number. */
export async function listTimes(
  db: LogDb,
  filter: LogFilter,
  { span, column }: { span: number; column: 'duration_ms' | 'first_token_ms' },
): Promise<{ start: number; bucket: number; calls: number }[]> {
  const calls = newestCalls(db, filter).select([
    ...(['type', 'status', column] as const),
    floorTo('created_at', span).as('start'),
    bucketOf(column).as('bucket'),
  ]);
  const rows = await db
    .selectFrom(calls.as('calls'))
    .select((eb) => ['start', 'bucket', eb.fn.countAll<number>().as('all')])
    .where('type', '=', LogType.consumption)
    .where('status', '<', 400)
    .where(column, '>', 0)
    .groupBy(['start', 'bucket'])
    .execute();
  return rows.map(({ start, bucket, all }) => ({
    start: Number(start),
    bucket: Number(bucket),
    calls: Number(all),
  }));
}

function bucketOf(column: string) {
  const cases = healthBoundsMs.map(
    (bound, index) => sql`when ${sql.ref(column)} <= ${sql.lit(bound)} then ${sql.lit(index)}`,
  );
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(healthBoundsMs.length)} end`;
}
