import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../../db/connect.ts';
import { migrate } from '../../../db/migrate.ts';
import type { LogDb } from '../../../db/schema.ts';
import { makeManyLogs, ROWS } from '../../../testing/many-logs.ts';
import { forgetCaps } from './known-caps.ts';
import { countBefore, deleteSlice } from './log-cleaning.ts';
import * as queries from './log-queries.ts';
import { listBars } from './log-summaries.ts';
import * as sums from './usage-sums.ts';

/** A log of 101,000 rows on the embedded database. Tests check query plans instead of time. */
let logDb: LogDb;
let close: () => Promise<void>;
const compiledQueries: CompiledQuery[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-plan-'));
  const connection = await connect({ dataDir: folder });
  await migrate(connection);
  await makeManyLogs(connection.logDb);
  logDb = connection.logDb.withPlugin({
    transformQuery: ({ node }) => {
      compiledQueries.push(connection.logDb.getExecutor().compileQuery(node, { queryId: 'plan' }));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  close = async () => {
    await connection.close();
    rmSync(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());

const page = { offset: 0, limit: 10 };
const deep = { ...page, after: { created_at: 50_000, id: 50_000, request_id: 'r50000' } };
const week = { start_timestamp: 40_000, end_timestamp: 60_000 };
const range = { from: 0, to: 100_000 };

test.each<[string, queries.LogFilter, string]>([
  ['everything', {}, 'logs_by_time'],
  ['a range of time', week, 'logs_by_time'],
  ['a type', { type: 2, ...week }, 'logs_by_time'],
  ['a user', { userId: 3, ...week }, 'logs_by_user'],
  ['a model', { model_name: 'model-3', ...week }, 'logs_by_model'],
  ['a channel', { channel: 3, ...week }, 'logs_by_channel'],
  ['a token', { token_name: 'token-3', ...week }, 'logs_by_token'],
  ['a group', { group: 'default', ...week }, 'logs_by_group'],
  ['a pattern', { model_name: 'model-%', ...week }, 'logs_by_time'],
])(
  'a page of %s reads one range of an index, first or deep, and so does its count',
  async (_, filter, index) => {
    for (const window of [page, deep]) {
      const plan = await planOf(() => queries.list(logDb, filter, window));
      expect(plan).toContain(`USING INDEX ${index}`);
      expect(plan).not.toMatch(/SCAN logs$|USE TEMP B-TREE/m);
    }
    const counted = await planOf(() => queries.count(logDb, filter));
    expect(counted).toMatch(new RegExp(`USING (COVERING INDEX|INDEX ${index})`));
  },
);

test.each<[string, queries.LogFilter, RegExp]>([
  ['everything', {}, /COVERING INDEX logs_by_time/],
  ['a group', { group: 'default' }, /COVERING INDEX logs_by_group/],
  ['failed calls', { type: 5 }, /logs_by_type[\s\S]*logs_by_failure/],
])('a deep page of %s skips entries of an index, and reads its rows alone', async (_, filter, index) => {
  compiledQueries.length = 0;
  await queries.list(logDb, filter, { offset: 50_000, limit: 10 });
  const plans = await Promise.all(compiledQueries.map(explain));
  expect(plans.join('\n')).toMatch(index);
  expect(plans.join('\n')).not.toMatch(/USING INDEX logs_by_(time|group)|SCAN logs$/m);
  const shallow = await queries.list(logDb, filter, { offset: 990, limit: 30 });
  const deepRows = await queries.list(logDb, filter, { offset: 1000, limit: 10 });
  expect(deepRows).toEqual(shallow.slice(10, 20));
});

test('a filter that reached the limit of counts is not counted again until rows are deleted', async () => {
  forgetCaps();
  const isCountedAgain = async (filter: queries.LogFilter) => {
    compiledQueries.length = 0;
    await queries.count(logDb.withTables(), filter, logDb); // Each request has a reader of its own.
    return compiledQueries.length > 0;
  };
  const group = { group: 'default' };
  expect(await queries.count(logDb.withTables(), group, logDb)).toBe(100_000);
  expect(await isCountedAgain(group)).toBe(false);
  expect(await isCountedAgain({ ...group, end_timestamp: ROWS + 5 })).toBe(true);
  expect(await isCountedAgain({ ...group, start_timestamp: 900 })).toBe(true);
  expect(await isCountedAgain({ ...group, start_timestamp: 500 })).toBe(false);
  expect(await isCountedAgain({ ...group, start_timestamp: 2000 })).toBe(true);
  expect(await isCountedAgain({})).toBe(true);
  await deleteSlice(logDb, 0);
  expect(await isCountedAgain(group)).toBe(true);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  expect(await isCountedAgain(group)).toBe(true);
  vi.restoreAllMocks();
});

test('a page of several models reads one range of the index for each', async () => {
  compiledQueries.length = 0;
  await queries.list(logDb, { models: ['model-3', 'model-4'], ...week }, page);
  const plan = await explain(compiledQueries.at(-1) as CompiledQuery); // The parts of the query come before.
  expect(plan.match(/USING INDEX logs_by_model/g)).toHaveLength(2);
  expect(plan).not.toMatch(/SCAN logs$/m);
});

test('failed calls are found by their indexes, those that were charged too', async () => {
  compiledQueries.length = 0;
  await queries.list(logDb, { type: 5, ...week }, page);
  const plan = await explain(compiledQueries.at(-1) as CompiledQuery); // The parts of the query come before.
  expect(plan).toContain('USING INDEX logs_by_type');
  expect(plan).toContain('USING INDEX logs_by_failure');
  compiledQueries.length = 0;
  await queries.count(logDb, { type: 5 });
  const counts = await Promise.all(compiledQueries.map(explain));
  expect(counts.join('\n')).toMatch(/logs_by_type[\s\S]*logs_by_failure/);
});

test.each<[string, queries.LogFilter]>([
  ['a user', { userId: 3 }],
  ['a channel', { channel: 3 }],
  ['a token', { token_name: 'token-3' }],
  ['a model', { model_name: 'model-3' }],
  ['a group', { group: 'default' }],
])('counts and sums of %s read an index and no row', async (_, filter) => {
  compiledQueries.length = 0;
  await queries.count(logDb, filter);
  await listBars(logDb, filter, 3600);
  await queries.count(logDb, { ...filter, type: 2 });
  const plans = await Promise.all(compiledQueries.map(explain));
  expect(plans.join('\n')).toMatch(/USING COVERING INDEX/);
  expect(plans.join('\n')).not.toMatch(/USING INDEX|SCAN logs$/m);
});

test.each<[string, queries.LogFilter, RegExp]>([
  ['a user', { userId: 3 }, /logs_by_user/],
  ['a token', { token_name: 'token-3' }, /logs_by_token/],
  ['a channel', { channel: 3 }, /logs_by_type[\s\S]*logs_by_failure/],
  ['a model', { model_name: 'model-3' }, /logs_by_type[\s\S]*logs_by_failure/],
  ['models', { models: ['model-3', 'model-4'] }, /logs_by_type[\s\S]*logs_by_failure/],
  ['a group', { group: 'default' }, /logs_by_type[\s\S]*logs_by_failure/],
])('failures of %s are counted in an index with few rows', async (_, filter, indexes) => {
  compiledQueries.length = 0;
  await queries.count(logDb, { ...filter, type: 5 });
  const plans = (await Promise.all(compiledQueries.map(explain))).join('\n');
  expect(plans).toMatch(indexes);
  expect(plans).not.toMatch(/USING INDEX|SCAN logs$/m);
  if (!/user|token/.test(indexes.source)) expect(plans).not.toMatch(/logs_by_(model|group|channel)/);
});

test('a rare type has a separate index', async () => {
  const plan = await planOf(() => queries.list(logDb, { type: 1 }, page));
  expect(plan).toContain('USING INDEX logs_by_type');
});

test('an unknown user is answered without a query of the log', async () => {
  compiledQueries.length = 0;
  expect(await queries.list(logDb, { userIds: [], username: 'unknown' }, page)).toEqual([]);
  expect(await queries.count(logDb, { userIds: [], username: 'unknown' })).toBe(0);
  expect((await queries.sum(logDb, { userIds: [], username: 'unknown' }, 0)).quota).toBe(0);
  expect(compiledQueries).toEqual([]);
});

test.each<[string, queries.LogFilter]>([
  ['everything', {}],
  ['a user', { userId: 3 }],
  ['a model', { model_name: 'model-3' }],
  ['models', { models: ['model-3', 'model-4'] }],
  ['a channel', { channel: 3 }],
  ['a group', { group: 'default' }],
])('a sum of %s is read from kept sums', async (_, filter) => {
  compiledQueries.length = 0;
  await queries.sum(logDb, filter, 99_940);
  const read = compiledQueries.map(({ sql }) => sql).filter((text) => /sum\("?quota/.test(text));
  expect(read).toHaveLength(1);
  expect(read[0]).toMatch(/from "?log_sums/);
  expect(await explain(compiledQueries.find(({ sql }) => sql === read[0]) as CompiledQuery)).toMatch(
    /SEARCH log_sums/,
  );
});

test('a search reads the newest rows, and cleaning the oldest, not the whole log', async () => {
  expect(await planOf(() => queries.search(logDb, { type: -1, prefix: 'x' }, 10))).toContain(
    'INDEX logs_by_time',
  );
  expect(await planOf(() => countBefore(logDb, 50, 10))).toMatch(
    /SEARCH logs USING COVERING INDEX logs_by_time/,
  );
  expect(await planOf(() => deleteSlice(logDb, 5))).toMatch(/SEARCH logs USING COVERING INDEX logs_by_time/);
});

test('charts read the rows of their range', async () => {
  expect(await planOf(() => sums.listModelHours(logDb, range))).toMatch(/SEARCH model_hours .*created_at>/);
  expect(await planOf(() => sums.listHours(logDb, 3, range))).toMatch(
    /SEARCH quota_data .*user_id=.*created_at>/,
  );
  expect(await planOf(() => sums.listTokenDays(logDb, [3], range))).toMatch(/SEARCH token_days .*token_id=/);
  const export_ = () => sums.listAfter(logDb, range, { userId: undefined, after: undefined, limit: 10 });
  expect(await planOf(export_)).toMatch(/SEARCH quota_data .*created_at>/);
});

test('counting stops at a hundred thousand', async () => {
  expect(ROWS).toBeGreaterThan(100_000);
  expect(await queries.count(logDb, {})).toBe(100_000);
});

async function planOf(ask: () => Promise<unknown>): Promise<string> {
  compiledQueries.length = 0;
  await ask();
  return explain(compiledQueries[0] as CompiledQuery);
}

async function explain({ sql, parameters }: CompiledQuery): Promise<string> {
  const plan = {
    sql: `explain query plan ${sql}`,
    parameters,
    query: { kind: 'RawNode' },
    queryId: { queryId: 'x' },
  };
  const { rows } = await logDb.withoutPlugins().executeQuery<{ detail: string }>(plan as never);
  return rows.map(({ detail }) => detail).join('\n');
}
