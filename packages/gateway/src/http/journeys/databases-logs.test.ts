import {
  cleanLogs,
  createToken,
  deleteTokens,
  exportLogs,
  getTokenBalance,
  listLogs,
  listOwnLogs,
  listTokenLogs,
  listTokenUsage,
  listUsage,
  listUserUsage,
  pageDrawings,
  pageOwnTasks,
  pageTokens,
  saveOption,
  searchLogs,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { describeLogDatabases } from '../../testing/clickhouse/describe-clickhouse.ts';
import { makeLogs } from '../../testing/factories.ts';
import { wrongSums } from '../../testing/logs.ts';

const now = Math.floor(Date.UTC(2026, 0, 20, 10, 30) / 1000);

describeLogDatabases('logs, data and tokens over HTTP', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create(), now: () => now * 1000 });
  });
  afterAll(() => app?.close());

  test('tokens of each status have numbers for programs and charts', async () => {
    const user = app.as('user');
    const fine = await user.get(createToken, { name: 'fine', remain_quota: 5 });
    await user.get(createToken, { name: 'old', remain_quota: 5, expired_time: now - 1 });
    const empty = await user.get(createToken, { name: 'empty' });
    const named = async (status: number) =>
      (await user.get(pageTokens, { status })).items.map(({ name }) => name);
    expect([await named(1), await named(3), await named(4)]).toEqual([['fine'], ['old'], ['empty']]);
    const used = { user_id: app.people.user.id, username: 'user', token_id: fine.id, quota: 3 };
    await makeLogs(app.ctx, [
      { ...used, created_at: now - 60 },
      { ...used, created_at: now - 86_400 },
    ]);
    const [usage] = await user.get(listTokenUsage, { ids: `${fine.id}` });
    expect(usage?.days.slice(-2).map(({ quota }) => quota)).toEqual([3, 3]);
    expect(await user.get(listTokenLogs, { key: fine.key })).toHaveLength(2);
    expect((await user.call(getTokenBalance, { key: fine.key })).body).toMatchObject({
      data: { total_available: 5 },
    });
    expect(await user.get(deleteTokens, { ids: [empty.id] })).toBe(1);
  });

  test('concurrent creations of tokens do not exceed the limit', async () => {
    await app.as('root').get(saveOption, { key: 'MaxTokensPerUser', value: '3' });
    const tries = Array.from({ length: 8 }, (_, n) => app.as('other').call(createToken, { name: `t${n}` }));
    const made = (await Promise.all(tries)).filter(({ body }) => body.success);
    expect(made).toHaveLength(3);
  });

  test('logs are paged by cursor, charted, searched and exported', async () => {
    const row = {
      user_id: app.people.other.id,
      username: 'other',
      model_name: 'GPT',
      content: '50% 笔记 🚦',
    };
    await makeLogs(
      app.ctx,
      Array.from({ length: 25 }, (_, n) => ({ ...row, created_at: now - 100 + (n % 3), quota: n })),
    );
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = await app.as('admin').get(listLogs, { username: 'other', page_size: 10, cursor });
      seen.push(...page.items.map(({ quota }) => quota));
      cursor = page.next_cursor ?? '';
    } while (cursor);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n));
    const own = await app.as('other').get(listOwnLogs, {});
    expect(own.items).toHaveLength(10);
    if (database.kind !== 'clickhouse')
      expect(own.items.map(({ id }) => id)).toEqual([25, 24, 23, 22, 21, 20, 19, 18, 17, 16]);

    expect((await app.as('admin').get(listUsage, {})).map(({ quota }) => quota)).toEqual([3, 3, 300]);
    const [top] = await app.as('admin').get(listUserUsage, { limit: 1 });
    expect(top).toMatchObject({ username: 'other', count: 25, quota: 300 });
    expect(await app.as('admin').get(searchLogs, { keyword: '50%' })).toHaveLength(25);
    const { text } = await app.as('admin').callLoosely(exportLogs, { username: 'other', format: 'jsonl' });
    expect(text.split('\n').filter(Boolean)).toHaveLength(25);
    expect(text).toContain('笔记 🚦');
  });

  test('drawings and tasks are paged', async () => {
    const user_id = app.people.user.id;
    const drawing = { user_id, mj_id: 'm', submit_time: now * 1000, prompt: '画 🎨' };
    await app.ctx.db.insertInto('midjourneys').values([drawing, drawing, drawing]).execute();
    const task = { user_id, task_id: 't', created_at: now, updated_at: now };
    await app.ctx.db.insertInto('tasks').values([task, task]).execute();
    const first = await app.as('admin').get(pageDrawings, { page_size: 2 });
    expect(first).toMatchObject({ total: 3, items: [{ prompt: '画 🎨' }, {}] });
    const rest = await app
      .as('admin')
      .get(pageDrawings, { page_size: 2, cursor: first.next_cursor as string });
    expect(rest.items).toHaveLength(1);
    expect((await app.as('user').get(pageOwnTasks, {})).total).toBe(2);
  });

  test('a cleaning keeps the sums, and the ledger audit passes', async () => {
    await makeLogs(
      app.ctx,
      Array.from({ length: 2300 }, () => ({ created_at: now - 30 * 86_400, quota: 0 })),
    );
    expect(await wrongSums(app.ctx.logDb)).toEqual([]);
    // One request deletes for a few seconds, which are not enough on a busy machine.
    let cleaned = 0;
    const clean = async () => {
      cleaned += await app.as('admin').get(cleanLogs, { target_timestamp: now - 10 * 86_400 });
      return cleaned;
    };
    await expect.poll(clean, { timeout: 60_000 }).toBe(2300);
    expect((await audit(app.ctx.db, app.ctx.logDb)).failures).toEqual([]);
  });
});
