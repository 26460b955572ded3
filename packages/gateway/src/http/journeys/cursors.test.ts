import {
  createRedemptions,
  createToken,
  deleteRedemption,
  deleteToken,
  listRedemptions,
  listUsers,
  pageRedemptions,
  pageTokens,
  searchRedemptions,
  searchUsers,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';

interface Page {
  items: { id: number }[];
  total: number;
  next_cursor: string | null;
}

/** Every page of a list from the first on, each by the cursor of the page before. */
async function follow(read: (cursor: string) => Promise<Page>, onPage: (page: Page) => unknown = () => {}) {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next_cursor ?? null) {
    pages.push(await read(cursor));
    await onPage(pages.at(-1) as Page);
  }
  return { ids: pages.flatMap(({ items }) => items.map(({ id }) => id)), pages };
}

describeDatabases('lists by cursor', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create() });
  });
  afterAll(() => app?.close());

  const descending = (ids: readonly number[]) => [...ids].sort((a, b) => b - a);

  test('users are listed once each and in order although a user registers meanwhile', async () => {
    const made = [];
    for (let n = 0; n < 7; n += 1)
      made.push((await makeUser(app.ctx, { username: `reader${n}`, group: 'vip' })).id);
    let late = 0;
    const { ids, pages } = await follow(
      (cursor) => app.as('admin').get(searchUsers, { keyword: 'reader', group: 'vip', page_size: 3, cursor }),
      async () => {
        late += 1;
        await makeUser(app.ctx, { username: `reader-late${late}`, group: 'vip' });
      },
    );
    expect(ids).toEqual(descending(made));
    expect(pages.map(({ total }) => total)).toEqual([7, -1, -1]);

    const all = await follow((cursor) => app.as('admin').get(listUsers, { page_size: 4, cursor }));
    expect(all.ids).toEqual(descending(all.ids));
    expect(new Set(all.ids).size).toBe(all.pages[0]?.total);
  });

  test('every list returns all redemption codes although one is deleted meanwhile', async () => {
    const admin = app.as('admin');
    await admin.get(createRedemptions, { name: 'spring', quota: 1, count: 10 });
    await admin.get(createRedemptions, { name: 'autumn', quota: 1, count: 2 });
    const whole = await admin.get(pageRedemptions, { keyword: 'spring', page_size: 100 });
    const expected = whole.items.map(({ id }) => id);
    expect(expected).toHaveLength(10);

    const found = await follow((cursor) =>
      admin.get(searchRedemptions, { keyword: 'spr', page_size: 3, cursor }),
    );
    expect(found.ids).toEqual(expected);
    expect((await follow((cursor) => admin.get(listRedemptions, { page_size: 5, cursor }))).ids).toHaveLength(
      12,
    );
    let gone = 0;
    const page = await follow(
      (cursor) => admin.get(pageRedemptions, { keyword: 'spring', status: 1, page_size: 4, cursor }),
      async ({ items }) => {
        if (gone > 0) return;
        gone = items[0]?.id as number; // of the page that was read: later rows move up by one
        await admin.get(deleteRedemption, { id: gone });
      },
    );
    expect(page.ids).toEqual(expected);
  });

  test('tokens are listed for their owner, also by a part of the key', async () => {
    const user = app.as('user');
    const made = [];
    for (let n = 0; n < 7; n += 1) made.push(await user.get(createToken, { name: `app ${n}`, group: '' }));
    await app.as('other').get(createToken, { name: 'app of somebody else', group: '' });
    const { ids, pages } = await follow(
      (cursor) => user.get(pageTokens, { keyword: 'app', page_size: 3, cursor }),
      async () => {
        await user.get(createToken, { name: 'app too late', group: '' });
      },
    );
    expect(ids).toEqual(descending(made.map(({ id }) => id)));
    expect(pages.map(({ total }) => total)).toEqual([7, -1, -1]);

    const key = made[2]?.key.slice(10, 20) as string;
    const one = await follow((cursor) => user.get(pageTokens, { token: key, page_size: 1, cursor }));
    expect(one.ids).toEqual([made[2]?.id]);
    await user.get(deleteToken, { id: made[0]?.id as number });
    const left = await follow((cursor) => user.get(pageTokens, { keyword: 'app', page_size: 2, cursor }));
    expect(left.ids).not.toContain(made[0]?.id);
    expect(new Set(left.ids).size).toBe(left.pages[0]?.total);
  });

  test('an invalid cursor gets the first page with its total', async () => {
    for (const cursor of ['nonsense', '-1', '1e9', "1' or 1=1"]) {
      const { total, page } = await app.as('admin').get(listUsers, { cursor });
      expect([total > 0, page]).toEqual([true, 1]);
    }
  });
});
