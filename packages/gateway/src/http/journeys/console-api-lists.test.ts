import { createRedemptions, saveOption } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeChannel, makeLogs, makeToken, makeUser } from '../../testing/factories.ts';

/** Twelve rows of each kind, so that a page of ten is full and the second is not. */
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  const { ctx, people } = app;
  const { id: user_id, username } = people.user;
  const at = Math.floor(ctx.now() / 1000);
  await app.as('admin').get(createRedemptions, { name: 'gift', quota: 1, count: 12 });
  for (let n = 0; n < 12; n += 1) {
    await makeUser(ctx, { username: `guest${n}` });
    await makeChannel(ctx, { name: `channel${n}` });
    await makeToken(ctx, people.user, { name: `token${n}` });
    await makeLogs(ctx, [{ user_id, username, created_at: at }]);
    await ctx.db
      .insertInto('midjourneys')
      .values({ user_id, action: 'IMAGINE', submit_time: at * 1000 })
      .execute();
    await ctx.db
      .insertInto('tasks')
      .values({ user_id, task_id: `t${n}`, created_at: at, updated_at: at })
      .execute();
  }
});
afterAll(() => app.close());

/**
 * With `from 0`, page 1 is the second page. With `from 1`, pages 0 and 1 are both the first one, and 2
 * follows.
 */
const lists = [
  ['/api/user/', 'from 1', 'admin'],
  ['/api/user/search?keyword=guest', 'from 1', 'admin'],
  ['/api/channel/?id_sort=true', 'from 0', 'admin'],
  ['/api/channel/page?id_sort=true', 'from 1', 'admin'],
  ['/api/token/', 'from 0', 'user'],
  ['/api/token/page', 'from 1', 'user'],
  ['/api/redemption/', 'from 1', 'admin'],
  ['/api/redemption/search?keyword=gi', 'from 1', 'admin'],
  ['/api/redemption/page', 'from 1', 'admin'],
  ['/api/log/?type=2', 'from 1', 'admin'],
  ['/api/log/self/', 'from 1', 'user'],
  ['/api/mj/', 'from 0', 'admin'],
  ['/api/mj/self/', 'from 0', 'user'],
  ['/api/mj/page', 'from 1', 'admin'],
  ['/api/mj/self/page', 'from 1', 'user'],
  ['/api/task/', 'from 0', 'admin'],
  ['/api/task/self', 'from 0', 'user'],
  ['/api/task/page', 'from 1', 'admin'],
  ['/api/task/self/page', 'from 1', 'user'],
] as const;

describe.each(lists)('%s', (path, base, actor) => {
  const read = async (query: string) => {
    const url = `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const { status, body } = await app.as(actor).send('GET', url);
    expect([status, body.success], url).toEqual([200, true]);
    const data = body.data as { id: number }[] | { items: { id: number }[]; page: number; total: number };
    const rows = Array.isArray(data) ? data : data.items;
    return { ids: rows.map(({ id }) => id), data };
  };

  test('has ten rows a page, newest first, and counts its pages as the console API does', async () => {
    const first = await read('');
    expect(first.ids).toHaveLength(10);
    expect(first.ids).toEqual([...first.ids].sort((a, b) => b - a));
    for (const p of base === 'from 0' ? ['p=0', 'p=-5', 'p='] : ['p=1', 'p=0', 'p=-5', 'p=NaN'])
      expect((await read(p)).ids, p).toEqual(first.ids);
    const second = await read(base === 'from 0' ? 'p=1' : 'p=2');
    expect(second.ids.length).toBeGreaterThanOrEqual(2);
    expect(second.ids[0]).toBeLessThan(first.ids.at(-1) as number);
    if (!Array.isArray(first.data)) expect(first.data.total).toBe(10 + second.ids.length);
  });

  test('uses the requested page size and accepts any value', async () => {
    const size = path.startsWith('/api/token/') && base === 'from 0' ? 'size' : 'page_size';
    expect((await read(`${size}=3`)).ids).toHaveLength(3);
    expect((await read(`${size}=0`)).ids).toHaveLength(10);
    expect((await read(`${size}=1000`)).ids.length).toBeGreaterThanOrEqual(12);
    expect((await read('p=9007199254740991')).ids).toEqual([]);
    expect((await read('p=1e308')).ids).toHaveLength(10);
  });
});

describe('the options that only root sets', () => {
  // @spec G007 G049
  test('include the top-up link and all others, and every role reads the link', async () => {
    const link = { key: 'TopUpLink', value: 'https://shop.example/' };
    expect((await app.as('admin').call(saveOption, link)).body.code).toBe('not_allowed');
    await app.as('root').get(saveOption, link);
    const { body } = await app.as('visitor').send('GET', '/api/status');
    expect(body.data).toMatchObject({ top_up_link: link.value });
  });

  // @spec J088 J058
  test.each([
    ['DataExportInterval', '0', '1'],
    ['claude.thinking_adapter_budget_tokens_percentage', '0.09', '0.1'],
    ['claude.thinking_adapter_budget_tokens_percentage', '1.01', '1'],
  ])('%s refuses %s and accepts %s', async (key, refused, taken) => {
    const { body } = await app.as('root').call(saveOption, { key, value: refused });
    expect(body).toMatchObject({ success: false, code: 'option_invalid' });
    await app.as('root').get(saveOption, { key, value: taken });
  });
});
