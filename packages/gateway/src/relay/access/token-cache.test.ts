import {
  deleteToken,
  manageUser,
  type Token,
  type TokenDraft,
  TokenStatus,
  updateToken,
  updateUser,
} from '@tollgate/contract';
import { type KyselyPlugin, TableNode } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRevisions, type PolledRevisions } from '../../cache/revisions.ts';
import type { Db } from '../../db/schema.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { type MadeUser, makeToken, makeUser } from '../../testing/factories.ts';
import { createTokenCache } from './token-cache.ts';

describeDatabases('the token cache of another gateway', (database) => {
  let app: TestApp;
  let owner: MadeUser;
  let token: Token;
  let others: PolledRevisions;
  let cache: ReturnType<typeof createTokenCache>;
  let queries: string[];

  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create() });
    await app.ctx.db
      .insertInto('options')
      .values({ key: 'GroupRatio', value: '{"default":1,"vip":2}' })
      .execute();
    await app.ctx.options.reload();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    owner = await makeUser(app.ctx);
    token = await makeToken(app.ctx, owner);
    queries = [];
    const db = countQueries(app.ctx.db, queries);
    others = createRevisions(db);
    await others.poll();
    cache = createTokenCache({ ...app.ctx, db, revisions: others });
  });

  const find = async ({ key }: { key: string }) => cache.find(key.replace(/^sk-/, ''));
  const lookups = () => queries.filter((table) => table === 'tokens').length;
  const owners = (): TestClient => createClient(app.app, app.ctx, owner);
  const edit = (change: Partial<TokenDraft>) => owners().get(updateToken, { id: token.id, ...change });

  test('keeps the keys of all other users when a user edits a token', async () => {
    const editor = await makeUser(app.ctx);
    const edited = await makeToken(app.ctx, editor);
    await find(token);
    const before = lookups();
    const client = createClient(app.app, app.ctx, editor);
    await client.get(updateToken, { id: edited.id, name: 'renamed' });
    await others.poll();
    expect(await find(token)).toMatchObject({ userId: owner.id });
    expect(lookups()).toBe(before);
  });

  test('looks a key up once when many calls send it at the same time', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => find(token)));
    expect(new Set(found.map((one) => one?.userId))).toEqual(new Set([owner.id]));
    expect(lookups()).toBe(1);
  });

  test('looks an unknown key up once when many calls send it at the same time', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => find({ key: 'unknown' })));
    expect(new Set(found)).toEqual(new Set([undefined]));
    expect(lookups()).toBe(1);
  });

  for (const [title, work, expected] of [
    [
      'a token is disabled',
      () => edit({ status: TokenStatus.disabled, status_only: true } as object),
      { tokenStatus: 2 },
    ],
    [
      'a token gets a list of models',
      () => edit({ model_limits_enabled: true, model_limits: 'm' }),
      { models: new Set(['m']) },
    ],
    ['a token gets a quota', () => edit({ unlimited_quota: false, remain_quota: 5 }), { unlimited: false }],
    ['a token is deleted', () => owners().get(deleteToken, { id: token.id }), undefined],
    [
      'an administrator changes the group',
      () => app.as('admin').get(updateUser, { id: owner.id, group: 'vip' }),
      { userGroup: 'vip' },
    ],
    [
      'an administrator bans the owner',
      () => app.as('admin').get(manageUser, { id: owner.id, action: 'disable' }),
      { userStatus: 2 },
    ],
    [
      'an administrator deletes the owner',
      () => app.as('admin').get(manageUser, { id: owner.id, action: 'delete' }),
      undefined,
    ],
  ] as const)
    test(`updates with its next lookup when ${title}`, async () => {
      await find(token);
      await work();
      await others.poll();
      const found = await find(token);
      if (expected) expect(found).toMatchObject(expected);
      else expect(found).toBeUndefined();
    });

  test('finds a new key with its next lookup when the key was unknown before', async () => {
    await app.ctx.db.updateTable('tokens').set({ deleted_at: 1 }).where('id', '=', token.id).execute();
    expect(await find(token)).toBeUndefined();
    await app.ctx.db.updateTable('tokens').set({ deleted_at: null }).where('id', '=', token.id).execute();
    await makeToken(app.ctx, await makeUser(app.ctx));
    await others.poll();
    expect(await find(token)).toMatchObject({ userId: owner.id });
  });
});

/** Returns the same database, which records the first table of each SELECT. */
function countQueries(db: Db, tables: string[]): Db {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const from = node.kind === 'SelectQueryNode' ? node.from?.froms[0] : undefined;
      if (from && TableNode.is(from)) tables.push(from.table.identifier.name);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}
