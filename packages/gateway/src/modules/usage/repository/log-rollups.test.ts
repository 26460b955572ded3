import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../../../testing/databases.ts';
import { deleteBefore, wrongSums } from '../../../testing/logs.ts';
import { countBefore, findHorizon } from './log-cleaning.ts';
import { type NewLogRow, record } from './logs.ts';
import {
  listAfter,
  listHours,
  listModelHours,
  listTokenDays,
  listTopUsers,
  listUserHours,
} from './usage-sums.ts';

const hour = 3600;
const day = 86_400;
const everything = { from: 0, to: 1e10 };

/** Rows as calls write them; some are repeated, as after a crash, and some come while the log is off. */
const call = fc.record({
  request_id: fc.integer({ min: 0, max: 30 }).map((n) => `r${n}`),
  user_id: fc.integer({ min: 1, max: 3 }),
  token_id: fc.integer({ min: 0, max: 2 }),
  channel_id: fc.integer({ min: 1, max: 2 }),
  model_name: fc.constantFrom('a', 'b', 'A', 'ü'),
  created_at: fc.constantFrom(day - 1, day, day + hour - 1, day + hour, 3 * day),
  type: fc.constantFrom(2, 2, 2, 1, 3),
  quota: fc.integer({ min: 0, max: 1e9 }),
  prompt_tokens: fc.nat(1000),
  completion_tokens: fc.nat(1000),
  group: fc.constantFrom('default', 'vip'),
  provider_cost: fc.constantFrom(null, 0, 5, 1e9),
  unlogged: fc.constantFrom(false, false, true),
});
const batches = fc.array(fc.array(call, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 });

describeDatabases('sums of the usage log', (database) => {
  test('every sum is the sum of the calls for any repetition and any batches', async () => {
    const opened = await database.open();
    const holds = fc.asyncProperty(batches, async (written) => {
      await empty(opened);
      const rowsByKey = new Map<string, NewLogRow>();
      for (const batch of written) {
        for (const row of batch)
          if (!rowsByKey.has(row.request_id))
            rowsByKey.set(row.request_id, { ...row, username: `u${row.user_id}` });
        await record(
          opened.logDb,
          batch.map(({ request_id }) => rowsByKey.get(request_id) as NewLogRow),
        );
      }
      await expectSums(opened, [...rowsByKey.values()]);
    });
    await fc.assert(holds, { numRuns: database.kind === 'sqlite' ? 50 : 8, seed: 7 });
    await opened.dispose();
  });

  test('sums of hours that the log still has equal its rows, also after cleaning', async () => {
    const opened = await database.open();
    const rows = Array.from({ length: 50 }, (_, n) => made(n, { created_at: n * hour + 5, quota: n + 1 }));
    await record(opened.logDb, rows);
    expect(await wrongSums(opened.logDb)).toEqual([]);
    expect(await countBefore(opened.logDb, 20 * hour, 10)).toBe(10);
    expect(await deleteBefore(opened.logDb, 20 * hour)).toBe(20);

    expect(await findHorizon(opened.logDb)).toBe(20 * hour);
    const left = await opened.logDb
      .selectFrom('logs')
      .select(['created_at', 'quota'])
      .orderBy('id')
      .execute();
    const sums = await listModelHours(opened.logDb, { from: 20 * hour, to: 1e9 });
    expect(sums.map(({ created_at, quota }) => [created_at + 5, quota])).toEqual(
      left.map(({ created_at, quota }) => [created_at, quota]),
    );
    await expectSums(opened, rows); // what is deleted from the log stays in the charts
    await opened.dispose();
  });

  test('sums are read by user, by token and day, and after a row', async () => {
    const { logDb, dispose } = await database.open();
    await record(logDb, [
      made(1, { user_id: 1, model_name: 'x', quota: 5, created_at: day, token_id: 4 }),
      made(2, { user_id: 1, model_name: 'y', quota: 6, created_at: day, token_id: 4 }),
      made(3, { user_id: 2, model_name: 'x', quota: 90, created_at: day + hour, token_id: 5 }),
      made(4, { user_id: 1, model_name: 'x', quota: 7, created_at: 2 * day, token_id: 4 }),
    ]);
    const range = { from: day, to: day + hour };
    expect((await listHours(logDb, 1, range)).map(({ model_name }) => model_name)).toEqual(['x', 'y']);
    expect(await listTopUsers(logDb, everything, 5)).toEqual([2, 1]);
    expect((await listUserHours(logDb, [1], everything)).map(({ count, quota }) => [count, quota])).toEqual([
      [2, 11],
      [1, 7],
    ]);
    const days = await listTokenDays(logDb, [4], everything);
    expect(days.map(({ created_at, quota }) => [created_at, quota])).toEqual([
      [day, 11],
      [2 * day, 7],
    ]);
    const read = [];
    let last: Awaited<ReturnType<typeof listAfter>>[number] | undefined;
    do {
      [last] = await listAfter(logDb, everything, { userId: undefined, after: last, limit: 1 });
      if (last) read.push(last.quota);
    } while (last);
    expect(read).toEqual([5, 6, 90, 7]);
    await dispose();
  });
});

function made(n: number, changes: Partial<NewLogRow>): NewLogRow {
  const defaults = { user_id: 1, type: 2, created_at: 0, model_name: 'm', channel_id: 1, prompt_tokens: 1 };
  return { request_id: `made-${n}`, ...defaults, ...changes, username: `u${changes.user_id ?? 1}` };
}

async function empty({ logDb }: OpenDatabase): Promise<void> {
  for (const table of [
    'logs',
    'unlogged_calls',
    'quota_data',
    'channel_usage',
    'model_hours',
    'token_days',
    'margin_sums',
  ] as const)
    await logDb.deleteFrom(table).execute();
}

/** Adds up the calls, and compares with the stored sums. */
async function expectSums({ logDb }: OpenDatabase, calls: readonly NewLogRow[]): Promise<void> {
  const consumed = calls.filter(({ type }) => type === 2);
  const hourOf = ({ created_at }: NewLogRow) => created_at - (created_at % hour);
  const hours = await logDb.selectFrom('quota_data').selectAll().execute();
  expect(texts(hours, (row) => [row.user_id, row.created_at, row.model_name])).toEqual(
    added(consumed, (row) => [row.user_id, hourOf(row), row.model_name]),
  );
  const models = await logDb.selectFrom('model_hours').selectAll().execute();
  expect(texts(models, (row) => [row.created_at, row.model_name])).toEqual(
    added(consumed, (row) => [hourOf(row), row.model_name]),
  );
  await expectMargins(logDb, consumed);
  const tokens = await logDb.selectFrom('token_days').selectAll().execute();
  const withToken = consumed.filter(({ token_id }) => (token_id ?? 0) > 0);
  expect(texts(tokens, (row) => [row.token_id, row.created_at])).toEqual(
    added(withToken, (row) => [row.token_id, row.created_at - (row.created_at % day)]),
  );
  const channels = await logDb.selectFrom('channel_usage').selectAll().execute();
  const total = channels.reduce((sum, { quota }) => sum + Number(quota), 0);
  expect(total).toBe(consumed.reduce((sum, { quota = 0 }) => sum + quota, 0));
}

/** The cost takes the place of the tokens. */
async function expectMargins(logDb: OpenDatabase['logDb'], consumed: readonly NewLogRow[]): Promise<void> {
  const stored = await logDb.selectFrom('margin_sums').selectAll().execute();
  const sums = stored.map((row) => ({ ...row, token_used: row.provider_cost }));
  const costed = consumed
    .filter(({ provider_cost }) => typeof provider_cost === 'number')
    .map((row) => ({ ...row, prompt_tokens: row.provider_cost ?? 0, completion_tokens: 0 }));
  const dayOf = ({ created_at }: NewLogRow) => created_at - (created_at % day);
  const expected = [
    added(costed, (row) => ['channel', row.channel_id, dayOf(row)]),
    added(costed, (row) => ['day', '', dayOf(row)]),
    added(costed, (row) => ['group', row.group, dayOf(row)]),
    added(costed, (row) => ['model', row.model_name, dayOf(row)]),
  ];
  expect(texts(sums, (row) => [row.dimension, row.name, row.created_at])).toEqual(expected.flat().sort());
}

type Key<R> = (row: R) => unknown[];

function texts<R extends { count: number; quota: number; token_used: number }>(
  rows: readonly R[],
  key: Key<R>,
) {
  return rows.map((row) => [...key(row), row.count, row.token_used, row.quota].join(' ')).sort();
}

function added(rows: readonly NewLogRow[], key: Key<NewLogRow>): string[] {
  const sums = new Map<string, [number, number, number]>();
  for (const row of rows) {
    const text = key(row).join(' ');
    const [count, tokens, quota] = sums.get(text) ?? [0, 0, 0];
    const used = (row.prompt_tokens ?? 0) + (row.completion_tokens ?? 0);
    sums.set(text, [count + 1, tokens + used, quota + (row.quota ?? 0)]);
  }
  return [...sums].map(([text, sum]) => `${text} ${sum.join(' ')}`).sort();
}
