import { createUser, register, updateSelf, updateUser } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter } from '../../modules/identity/providers/enter.ts';
import type { Visit } from '../../modules/identity/providers/visit.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeUser } from '../../testing/factories.ts';

const password = 'a long enough secret';
const onlyDots = ['.', '..', '...', '\u2026', '\uff0e\uff0e'];
const cyrillicAdmin = '\u0410dmin';
const pretending = ['support', 'System', 'support.', 's\u0443stem', '管理员', '客服', '系統', '超級管理員'];

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  // The names of the test users would be refused because they are taken.
  await app.as('root').get(updateUser, { id: app.people.admin.id, username: 'alice' });
  await app.as('root').get(updateSelf, { username: 'owner' });
});
afterAll(() => app.close());

const signIn = async (username: string) => {
  const ctx = { ...app.ctx, caller: undefined, ip: '127.0.0.1', requestId: 'r', language: 'en' } as never;
  const identity = { provider: 'github', subject: username, label: username, username } as const;
  const visit = { userAgent: 'test', secret: undefined, device: undefined, hostname: 'localhost' } as Visit;
  await enter(ctx, identity, visit);
  const row = await app.ctx.db
    .selectFrom('users')
    .select('username')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return row.username;
};

test.each([...pretending, 'admin', 'root', 'admin.', cyrillicAdmin])(
  'registration refuses the staff name %s',
  async (username) => {
    const { body } = await app.as('visitor').call(register, { username, password });
    expect(body).toMatchObject({ success: false, code: 'username_reserved' });
  },
);

test.each(['adminton', 'grassroots', 'supporter'])('registration accepts %s', async (username) => {
  const { body } = await app.as('visitor').call(register, { username, password });
  expect(body.success).toBe(true);
});

test.each([...pretending, cyrillicAdmin])('a user cannot change their own name to %s', async (username) => {
  const { body } = await app.as('user').call(updateSelf, { username });
  expect(body).toMatchObject({ success: false, code: 'username_reserved' });
});

test('a user whose new name is refused keeps the old one', async () => {
  const { id } = app.people.user;
  const name = () =>
    app.ctx.db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirstOrThrow();
  const before = await name();
  await app.as('user').call(updateSelf, { username: 'support' });
  expect(await name()).toEqual(before);
});

test.each(['administrator', 'support', cyrillicAdmin, '..'])(
  'a sign-in provider gets another name in place of %s',
  async (username) => {
    expect(await signIn(username)).toMatch(/^github_/);
  },
);

test('an administrator can create a user with a staff name', async () => {
  const { body } = await app.as('admin').call(createUser, { username: 'support', password });
  expect(body.success).toBe(true);
});

test('an administrator can rename a user to a staff name', async () => {
  const { id } = await makeUser(app.ctx, { username: 'somebody' });
  const { body } = await app.as('admin').call(updateUser, { id, username: 'staff' });
  expect(body.success).toBe(true);
});

test.each(onlyDots)('registration refuses the name %s', async (username) => {
  const { body } = await app.as('visitor').call(register, { username, password });
  expect(body).toMatchObject({
    code: 'invalid_input',
    details: { field: 'username', reason: 'username_dots' },
  });
});

test.each(onlyDots)('an administrator cannot create a user with the name %s', async (username) => {
  const { body } = await app.as('admin').call(createUser, { username, password });
  expect(body).toMatchObject({
    code: 'invalid_input',
    details: { field: 'username', reason: 'username_dots' },
  });
});

test.each(onlyDots)('an administrator cannot change the name of a user to %s', async (username) => {
  const { id } = app.people.other;
  const { body } = await app.as('admin').call(updateUser, { id, username });
  expect(body).toMatchObject({
    code: 'invalid_input',
    details: { field: 'username', reason: 'username_dots' },
  });
});
