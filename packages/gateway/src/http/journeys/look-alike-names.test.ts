import { createUser, login, register, updateSelf, updateUser } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import * as migration from '../../db/migrations/0021-name-skeletons.ts';
import * as moreSkeletons from '../../db/migrations/0022-more-name-skeletons.ts';
import type { UntypedDb } from '../../db/portable.ts';
import { enter } from '../../modules/identity/providers/enter.ts';
import type { Visit } from '../../modules/identity/providers/visit.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';

const password = 'a long enough secret';
const looksLikeRoot = ['ROOT', 'гооt', 'ｒｏｏｔ', 'r00t', 'rooт', 'ŕoot', 'root.', 'r_oot'];

describeDatabases('names that look alike', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create() });
  });
  afterAll(() => app?.close());

  // A name that one case gets by mistake must not be the reason why the next case is refused.
  let restoreNames: () => Promise<void>;
  beforeAll(async () => {
    restoreNames = await rememberNames(app);
  });
  afterEach(() => restoreNames());

  const names = async () =>
    (await app.ctx.db.selectFrom('users').select('username').execute()).map(({ username }) => username);
  const callContext = () =>
    ({ ...app.ctx, caller: undefined, ip: '127.0.0.1', requestId: 'r', language: 'en' }) as never;

  test.each(looksLikeRoot)('registration refuses %s when root exists', async (username) => {
    const { body } = await app.as('visitor').call(register, { username, password });
    expect(body).toMatchObject({ success: false, code: 'username_alike' });
    expect(await names()).not.toContain(username);
  });

  test.each(looksLikeRoot)('an admin cannot create %s when root exists', async (username) => {
    const { body } = await app.as('admin').call(createUser, { username, password });
    expect(body).toMatchObject({ success: false, code: 'username_alike' });
  });

  test.each(looksLikeRoot)('a user cannot be renamed to %s when root exists', async (username) => {
    const { body } = await app.as('user').call(updateSelf, { username });
    expect(body).toMatchObject({ success: false, code: 'username_alike' });
    const { id } = app.people.other;
    const byAdmin = await app.as('admin').call(updateUser, { id, username });
    expect(byAdmin.body).toMatchObject({ success: false, code: 'username_alike' });
  });

  test.each(['ro\u200bot', 'root\ufe0f', '\u3164', 'r\u2800oot'])(
    'registration refuses a name with invisible characters: %j',
    async (username) => {
      const { body } = await app.as('visitor').call(register, { username, password });
      expect(body).toMatchObject({ code: 'invalid_input', details: { field: 'username' } });
    },
  );

  test('a renamed user frees the old name and may use variants of their own name', async () => {
    const { id } = await makeUser(app.ctx, { username: 'before' });
    const admin = app.as('admin');
    expect((await admin.call(updateUser, { id, username: 'BEFORE' })).body.success).toBe(true);
    expect((await admin.call(updateUser, { id, username: 'after' })).body.success).toBe(true);
    expect((await app.as('visitor').call(register, { username: 'Before', password })).body.success).toBe(
      true,
    );
    const { body } = await app.as('visitor').call(register, { username: 'AFTER', password });
    expect(body.code).toBe('username_alike');
  });

  test('one of many concurrent registrations of names that look alike succeeds', async () => {
    const usernames = ['grace', 'Grace', 'GRACE', 'grаce', 'ｇrace', 'gracе'];
    const answers = await Promise.all(
      usernames.map((username) => app.as('visitor').call(register, { username, password })),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect((await names()).filter((name) => usernames.includes(name))).toHaveLength(1);
  });

  test('a sign-in provider gets another name when its own looks like a taken one', async () => {
    const identity = { provider: 'github', subject: '4711', label: 'ROOT', username: 'ROOT' } as const;
    const visit = { userAgent: 'test', secret: undefined, device: undefined, hostname: 'localhost' } as Visit;
    const before = await names();
    await enter(callContext(), identity, visit);
    const added = (await names()).filter((name) => !before.includes(name));
    expect(added).toEqual([expect.stringMatching(/^github_/)]);
  });

  test('an upgrade reserves the skeletons of stored names and renames no user', async () => {
    const { db } = app.ctx;
    const accented = await makeUser(app.ctx, { username: 'elsewhere-1', password });
    const plain = await makeUser(app.ctx, { username: 'solo', password });
    // The state of the earlier version: both names, and only the skeleton of the plain name.
    await db.updateTable('users').set({ username: 'sólo' }).where('id', '=', accented.id).execute();
    await db.deleteFrom('name_skeletons').where('user_id', '=', accented.id).execute();
    await moreSkeletons.up(db as unknown as UntypedDb);

    for (const username of ['solo', 'sólo']) {
      const { body } = await createClient(app.app, app.ctx).call(login, { username, password });
      expect(body.data).toMatchObject({ username });
    }
    for (const username of ['SOLO', 'solo.', 'ѕоlо', 'SÓLO']) {
      const { body } = await app.as('visitor').call(register, { username, password });
      expect([username, body.code]).toEqual([username, 'username_alike']);
    }
    const saved = { id: plain.id, username: 'Solo' };
    expect((await app.as('admin').call(updateUser, saved)).body.success).toBe(true);
    const edit = { id: accented.id, username: 'sólo', display_name: 'Kept' };
    expect((await app.as('admin').call(updateUser, edit)).body.success).toBe(true);
  });

  test('users whose names looked alike before the upgrade keep them and sign in', async () => {
    const { db } = app.ctx;
    await makeUser(app.ctx, { username: 'twin', password });
    const { id } = await makeUser(app.ctx, { username: 'elsewhere', password });
    await db.updateTable('users').set({ username: 'Twin' }).where('id', '=', id).execute();
    await db.schema.dropTable('name_skeletons').execute();
    await migration.up(db as unknown as UntypedDb);
    expect(await migrate(app.ctx)).toEqual([]);

    expect(await names()).toEqual(expect.arrayContaining(['twin', 'Twin']));
    for (const username of ['twin', 'Twin']) {
      const { body } = await createClient(app.app, app.ctx).call(login, { username, password });
      expect(body.data).toMatchObject({ username });
    }
    const { body } = await app.as('visitor').call(register, { username: 'TWIN', password });
    expect(body.code).toBe('username_alike');
    expect((await app.as('admin').call(updateUser, { id, display_name: 'Second' })).body.success).toBe(true);
    expect((await app.as('admin').call(updateUser, { id, username: 'single' })).body.success).toBe(true);
  });
});

/** Returns a function that removes later users and restores the names of the others. */
async function rememberNames({ ctx: { db } }: TestApp): Promise<() => Promise<void>> {
  const users = await db.selectFrom('users').select(['id', 'username']).execute();
  const skeletons = await db.selectFrom('name_skeletons').selectAll().execute();
  return async () => {
    await db.deleteFrom('name_skeletons').execute();
    const ids = users.map(({ id }) => id);
    await db.deleteFrom('users').where('id', 'not in', ids).execute();
    for (const { id, username } of users)
      await db.updateTable('users').set({ username }).where('id', '=', id).execute();
    await db.insertInto('name_skeletons').values(skeletons).execute();
  };
}
