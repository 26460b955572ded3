import {
  createToken,
  createUser,
  deleteUser,
  getSelf,
  getUser,
  listUsers,
  login,
  manageUser,
  searchUsers,
  updateUser,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';
import { reservation } from '../../testing/records.ts';

const password = 'a long enough secret';
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(async () => {
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  await app.close();
});

type Action = 'promote' | 'demote' | 'disable' | 'enable' | 'delete';
const manage = async (actor: Actor, id: number, action: Action) =>
  (await app.as(actor).call(manageUser, { id, action })).body;
const auditRowsOf = (id: number) =>
  app.ctx.db.selectFrom('audit_log').selectAll().where('target', '=', `user:${id}`).orderBy('id').execute();

// @spec H006
test('the list counts pages from 1, serves page 0 as the first, and has deleted users with their time', async () => {
  const { id } = await makeUser(app.ctx, {
    username: 'left',
    deleted_at: 1_700_000_000,
    email: 'left@example.org',
  });
  const answer = await app.as('admin').send('GET', '/api/user/?p=0&page_size=2');
  expect(answer.body).toMatchObject({
    success: true,
    message: '',
    data: { page: 1, page_size: 2, total: 5 },
  });
  const [newest] = (answer.body.data as { items: unknown[] }).items;
  expect(newest).toEqual({
    id,
    username: 'left',
    password: '',
    display_name: '',
    role: 1,
    status: 1,
    email: 'left@example.org',
    github_id: '',
    oidc_id: '',
    wechat_id: '',
    telegram_id: '',
    linux_do_id: '',
    verification_code: '',
    access_token: null,
    quota: 0,
    used_quota: 0,
    request_count: 0,
    group: 'default',
    aff_code: '',
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    DeletedAt: '2023-11-14T22:13:20.000Z',
    setting: '',
  });
  const second = await app.as('admin').get(listUsers, { p: 2, page_size: 2 });
  expect(second.items.map(({ username }) => username)).toEqual(['user', 'admin']);
  expect((await app.as('admin').get(listUsers, {})).page_size).toBe(10);
});

// @spec H008
test('search finds users by a part of name, e-mail or display name, by id and by group', async () => {
  const { id } = await makeUser(app.ctx, {
    username: 'zoe',
    display_name: 'Zöe 100%',
    email: 'zoe@mail.example',
    group: 'vip',
  });
  const find = async (input: object) =>
    (await app.as('admin').get(searchUsers, input)).items.map(({ username }) => username);
  for (const keyword of ['ZO', '100%', 'mail.ex', String(id)])
    expect(await find({ keyword }), keyword).toContain('zoe');
  expect(await find({ keyword: '%' })).toEqual(['zoe']);
  expect(await find({ keyword: '_' })).toEqual([]);
  expect(await find({ group: 'vip' })).toEqual(['zoe']);
  expect(await find({ keyword: 'user', group: 'vip' })).toEqual([]);
  expect(await find({ role: 100 })).toEqual(['root']);
  expect(await app.as('admin').get(searchUsers, { keyword: 'zoe', p: 1, page_size: 1 })).toMatchObject({
    total: 1,
    page: 1,
  });
});

// @spec H010
test('an admin reads users of a lower role, root reads all, and a deleted user is not found', async () => {
  const { user, admin, root } = app.people;
  expect(await app.as('admin').get(getUser, { id: user.id })).toMatchObject({
    username: 'user',
    access_token: null,
  });
  for (const { id } of [admin, root]) {
    const { status, body } = await app.as('admin').call(getUser, { id });
    expect([status, body.code]).toEqual([200, 'user_above']);
  }
  expect(await app.as('root').get(getUser, { id: root.id })).toMatchObject({ role: 100 });
  expect((await app.as('root').call(getUser, { id: 12_345 })).body.code).toBe('user_not_found');
});

// @spec H014 F002 G025
test('an admin creates a user, who signs in', async () => {
  const body = { username: 'made', password, display_name: '', role: 1, quota: 999, group: 'vip' };
  const answer = await app.as('admin').send('POST', '/api/user/', { body });
  expect(answer.body).toMatchObject({
    success: true,
    message: '',
    data: { display_name: 'made', quota: 0, group: 'default' },
  });
  expect((await app.as('visitor').call(login, { username: 'made', password })).body.success).toBe(true);
  const shown = await app
    .as('admin')
    .get(createUser, { username: 'shown', password, display_name: 'Ada L.' });
  expect(shown).toMatchObject({ username: 'shown', display_name: 'Ada L.' });
  const refused = async (input: object) =>
    (await app.as('admin').callLoosely(createUser, { username: 'x', password, ...input })).body.code;
  expect(await refused({ username: '' })).toBe('invalid_input');
  expect(await refused({ username: undefined })).toBe('invalid_input');
  expect(await refused({ password: '' })).toBe('invalid_input');
  expect(await refused({ password: undefined })).toBe('invalid_input');
  expect(await refused({ username: 'made' })).toBe('username_taken');
  expect(await refused({ role: 10 })).toBe('role_too_high');
  expect(await refused({ password: 'password1' })).toBe('password_common');
});

// @spec H016 D004 G025
test('an edit writes changed fields, keeps the password when blank, and corrects the quota by a ledger entry', async () => {
  const { id } = await makeUser(app.ctx, { username: 'edited', password, quota: 1000 });
  const shown = await app.as('admin').get(getUser, { id });
  const body = { ...shown, username: 'renamed', display_name: 'Neu', group: 'vip', quota: 400, password: '' };
  const answer = await app.as('admin').send('PUT', '/api/user/', { body });
  expect(answer.body).toMatchObject({
    success: true,
    data: { username: 'renamed', display_name: 'Neu', group: 'vip', quota: 400 },
  });
  expect((await app.as('visitor').call(login, { username: 'renamed', password })).body.success).toBe(true);
  expect((await auditRowsOf(id)).map(({ action, after }) => [action, after])).toEqual([
    ['user.update', JSON.stringify({ username: 'renamed', display_name: 'Neu', group: 'vip' })],
    ['user.quota', JSON.stringify({ quota: 400, reason: 'edited' })],
  ]);
});

test('an edit keeps quota that was spent while the form was open, and the correction may be negative', async () => {
  const { id } = await makeUser(app.ctx, { quota: 300 });
  const set = (quota: number, quota_before?: number) =>
    app.as('admin').get(updateUser, { id, quota, ...(quota_before !== undefined && { quota_before }) });
  expect((await set(1500, 1000)).quota).toBe(800);
  expect((await set(900, 1000)).quota).toBe(700);
  expect((await set(-5)).quota).toBe(-5);
});

test('a new password set by an admin ends the sessions of that user', async () => {
  const person = await makeUser(app.ctx, { username: 'locked', password });
  const browser = createClient(app.app, app.ctx, person);
  await browser.get(getSelf, {});
  await app.as('admin').get(updateUser, { id: person.id, password: 'chosen by an admin' });
  expect((await browser.call(getSelf, {})).status).toBe(401);
  expect(JSON.stringify(await auditRowsOf(person.id))).not.toContain('chosen');
});

// @spec G027
test('an invalid edit is refused with its reason', async () => {
  const { user, other, root, admin } = app.people;
  const refused = async (actor: Actor, input: object) => {
    const { status, body } = await app.as(actor).callLoosely(updateUser, { id: user.id, ...input });
    return [status, body.code];
  };
  expect(await refused('admin', { id: root.id })).toEqual([200, 'user_above']);
  expect(await refused('admin', { id: admin.id, quota: 5 })).toEqual([200, 'user_above']);
  expect(await refused('admin', { role: 10 })).toEqual([200, 'role_too_high']);
  expect(await refused('admin', { username: other.username })).toEqual([200, 'username_taken']);
  expect(await refused('admin', { username: 'a name of 13c' })).toEqual([200, 'invalid_input']);
  expect(await refused('admin', { group: 'nowhere' })).toEqual([200, 'group_unknown']);
  expect(await refused('admin', { quota: 1.5 })).toEqual([200, 'invalid_input']);
  expect(await app.as('root').get(getUser, { id: user.id })).toMatchObject({
    username: 'user',
    quota: 0,
    role: 1,
  });
});

test('a long name from a provider is kept when another field is edited', async () => {
  const { id } = await makeUser(app.ctx, {
    username: 'linuxdo_123456789',
    display_name: 'A name longer than twenty',
  });
  const shown = await app.as('admin').get(getUser, { id });
  expect(await app.as('admin').get(updateUser, { ...shown, group: 'vip', password: '' })).toMatchObject({
    group: 'vip',
  });
});

// @spec H021 H022 E001 E008 E010 D009 D010 D011 D013 A026
test('actions answer the new role and status', async () => {
  const { id } = await makeUser(app.ctx, {});
  expect(await manage('root', id, 'promote')).toMatchObject({
    success: true,
    message: '',
    data: { role: 10, status: 1 },
  });
  expect((await manage('root', id, 'demote')).data).toMatchObject({ role: 1, status: 1 });
  expect((await manage('admin', id, 'disable')).data).toMatchObject({ role: 1, status: 2 });
  expect((await manage('admin', id, 'enable')).data).toMatchObject({ role: 1, status: 1 });
  expect((await manage('admin', id, 'delete')).success).toBe(true);
  expect((await manage('admin', id, 'enable')).code).toBe('user_not_found');
  expect((await auditRowsOf(id)).map(({ action }) => action)).toEqual(
    ['promote', 'demote', 'disable', 'enable', 'delete'].map((action) => `user.${action}`),
  );
});

// @spec G027 G028 G029 G030 G031 D015
test('each role acts only on users of a lower role', async () => {
  const { user, admin, root } = app.people;
  const second = await makeUser(app.ctx, { role: 10 });
  const locked = await makeUser(app.ctx, { status: 3 });
  expect((await manage('admin', user.id, 'promote')).code).toBe('promote_root_only');
  for (const action of ['disable', 'delete', 'demote'] as const) {
    expect((await manage('admin', second.id, action)).code).toBe('user_above');
    expect((await manage('admin', root.id, action)).code).toBe('user_above');
    expect((await manage('root', root.id, action)).code).toBe('root_stays');
  }
  expect((await manage('admin', admin.id, 'disable')).code).toBe('user_above');
  expect((await manage('root', second.id, 'promote')).code).toBe('user_already_admin');
  expect((await manage('root', user.id, 'demote')).code).toBe('user_already_plain');
  expect((await manage('root', locked.id, 'enable')).code).toBe('user_locked');
  const unknown = await app.as('root').callLoosely(manageUser, { id: user.id, action: 'bless' });
  expect(unknown.body).toMatchObject({ code: 'invalid_input', details: { field: 'action' } });
});

test('a deletion keeps the row and the name', async () => {
  const { id } = await makeUser(app.ctx, { username: 'erased', password });
  const answer = await app.as('admin').send('DELETE', `/api/user/${id}`);
  expect(JSON.parse(answer.text)).toEqual({ success: true, message: '' });
  expect((await app.as('admin').get(searchUsers, { keyword: 'erased' })).items[0]?.DeletedAt).not.toBeNull();
  expect((await app.as('root').call(deleteUser, { id: app.people.root.id })).body.code).toBe('root_stays');
});

test.each(['disable', 'demote', 'delete'] as const)(
  '%s ends the access of the user with the next request',
  async (action) => {
    const person = await makeUser(app.ctx, { role: 10 });
    const browser = createClient(app.app, app.ctx, person);
    await browser.get(createToken, { name: 't' });
    expect((await browser.call(listUsers, {})).status).toBe(200);
    await manage('root', person.id, action);
    expect((await browser.call(listUsers, {})).status).toBe(401);
  },
);

test('a user is listed with what running calls reserve', async () => {
  const { id } = await makeUser(app.ctx, { username: 'busy', quota: 1000 });
  const call = { ...reservation({ userId: id, amount: 300 }), tokenId: null };
  expect(await app.ctx.ledger.reserve(call)).toBe('ok');
  await expect.poll(async () => (await app.as('admin').get(getUser, { id })).held_quota).toBe(300);
  expect((await app.as('admin').get(getUser, { id })).quota).toBe(700);
  await app.ctx.ledger.void(call.id);
  await expect.poll(async () => (await app.as('admin').get(getUser, { id })).held_quota).toBeUndefined();
});
