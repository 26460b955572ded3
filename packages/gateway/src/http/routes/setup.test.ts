import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getSetup, getStatus, login, register, submitSetup } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as setup from '../../modules/identity/entry/setup.ts';
import * as setupToken from '../../modules/identity/entry/setup-token.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeUser } from '../../testing/factories.ts';

const form = { username: 'owner', password: 'correct horse', confirmPassword: 'correct horse' };
const away = { remoteAddress: '203.0.113.9' };

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ setUp: false });
});
afterEach(() => app.close());

// @spec D261 H081
test('setup status says that the system is not set up, and names the database', async () => {
  const { body } = await app.as('visitor').call(getSetup, {});
  expect(body.data).toEqual({
    status: false,
    root_init: false,
    database_type: 'sqlite',
    token_required: false,
    local_url: '',
  });
  expect((await app.as('visitor').get(getStatus, {})).setup).toBe(false);
});

// @spec D263 H083 G001
test('setup creates root, who signs in and owns 100,000,000 units', async () => {
  const visitor = app.as('visitor');
  const answer = await visitor.call(submitSetup, { ...form, SelfUseModeEnabled: true });
  expect(answer.body).toEqual({ success: true, message: 'Setup is complete.' });
  expect(await visitor.get(getSetup, {})).toMatchObject({ status: true });

  const signedIn = await visitor.call(login, { username: 'owner', password: 'correct horse' });
  expect(signedIn.body.data).toMatchObject({ username: 'owner', role: 100, status: 1, group: 'default' });
  const session = { cookie: String(signedIn.headers['set-cookie']).split(';')[0], 'new-api-user': '1' };
  const self = await visitor.send('GET', '/api/user/self', { headers: session });
  expect(self.body.data).toMatchObject({ quota: 100_000_000, display_name: 'Root User' });
  const options = await visitor.send('GET', '/api/option/', { headers: session });
  expect(options.body.data).toContainEqual({ key: 'SelfUseModeEnabled', value: 'true' });
});

// @spec A032
test('setup stores the demo mode, and the status reports it', async () => {
  const visitor = app.as('visitor');
  await visitor.call(submitSetup, { ...form, DemoSiteEnabled: true });
  expect(await visitor.get(getStatus, {})).toMatchObject({
    demo_site_enabled: true,
    self_use_mode_enabled: false,
  });
});

test('one of 50 concurrent setups creates root', async () => {
  const visitor = app.as('visitor');
  const attempts = Array.from({ length: 50 }, (_, n) =>
    visitor.call(submitSetup, { ...form, username: `owner${n}` }),
  );
  const answers = await Promise.all(attempts);
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  // The queue for hashing passwords has room for some 50 callers on two cores.
  const codes = answers.map(({ body }) => body.code).filter((code) => code !== 'passwords_busy');
  expect(new Set(codes)).toEqual(new Set([undefined, 'setup_done']));
  const roots = await app.ctx.db.selectFrom('users').select('username').where('role', '=', 100).execute();
  expect(roots).toHaveLength(1);
});

// @spec F100
test('setup refuses a password under 8 characters', async () => {
  const short = { ...form, password: 'seven77', confirmPassword: 'seven77' };
  const { body } = await app.as('visitor').call(submitSetup, short);
  expect(body).toMatchObject({ success: false, code: 'invalid_input', details: { field: 'password' } });
});

// @spec F102
test('setup refuses a different confirmation and a blank name', async () => {
  const visitor = app.as('visitor');
  const differing = await visitor.call(submitSetup, { ...form, confirmPassword: 'correct house' });
  expect(differing.body).toMatchObject({ success: false, code: 'passwords_differ' });
  const blank = await visitor.call(submitSetup, { ...form, username: '   ' });
  expect(blank.body).toMatchObject({ success: false, code: 'invalid_input', details: { field: 'username' } });
  expect((await visitor.get(getSetup, {})).status).toBe(false);
});

test('setup from another machine needs the code in the data folder, which setup deletes', async () => {
  const visitor = app.as('visitor');
  const token = setupToken.readOrCreate(app.dataDir);
  const file = join(app.dataDir, 'setup-token');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(setupToken.readOrCreate(app.dataDir)).toBe(token);

  const without = await visitor.send('POST', '/api/setup', { body: form, ...away });
  expect(without.body).toMatchObject({ success: false, code: 'setup_token_required' });
  const wrong = { ...form, setup_token: `${token}x` };
  expect((await visitor.send('POST', '/api/setup', { body: wrong, ...away })).body.success).toBe(false);
  const forwarded = await visitor.send('POST', '/api/setup', {
    body: form,
    headers: { 'x-forwarded-for': '127.0.0.1' },
  });
  expect(forwarded.body.code).toBe('setup_token_required');

  const right = { ...form, setup_token: token };
  expect((await visitor.send('POST', '/api/setup', { body: right, ...away })).body.success).toBe(true);
  expect(() => readFileSync(file)).toThrow();
});

test('an imported database with a root counts as set up', async () => {
  await makeUser(app.ctx, { username: 'imported', role: 100 });
  expect((await app.as('visitor').get(getSetup, {})).root_init).toBe(true);
  expect(await setup.adoptExisting(app.ctx)).toBe(true);
  const { body } = await app.as('visitor').call(submitSetup, form);
  expect(body).toMatchObject({ success: false, code: 'setup_done' });
});

/** The headers of a page whose name resolves to 127.0.0.1, from the browser of the operator. */
const rebound = (name: string) => ({
  ...{ host: `${name}:4505`, origin: `http://${name}:4505`, 'sec-fetch-site': 'same-origin' },
});

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'my-machine',
  '[::2]',
  '10.0.0.2',
])(
  'setup needs the code when the page was opened as %s, although the browser is on this machine',
  async (name) => {
    const visitor = app.as('visitor');
    setupToken.readOrCreate(app.dataDir);
    const refused = await visitor.send('POST', '/api/setup', { body: form, headers: rebound(name) });
    expect(refused.body).toMatchObject({ success: false, code: 'setup_token_required' });
    const { body } = await visitor.send('GET', '/api/setup', { headers: rebound(name) });
    expect(body.data).toMatchObject({ token_required: true, local_url: 'http://localhost:4505' });
    expect((await visitor.get(getSetup, {})).status).toBe(false);
  },
);

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.1', '[::1]'])(
  'setup needs no code when the page was opened as %s on this machine',
  async (name) => {
    const headers = rebound(name);
    const { body } = await app.as('visitor').send('GET', '/api/setup', { headers });
    expect(body.data).toMatchObject({ token_required: false, local_url: '' });
    const done = await app.as('visitor').send('POST', '/api/setup', { body: form, headers });
    expect(done.body).toMatchObject({ success: true });
  },
);

test.each([
  { origin: 'https://gateway.example' },
  { origin: 'null' },
  { via: '1.1 proxy' },
  { 'x-forwarded-proto': 'https' },
])('setup needs the code behind a proxy on this machine that sends %o', async (added) => {
  const headers = { host: '127.0.0.1:4505', ...added };
  const { body } = await app.as('visitor').send('POST', '/api/setup', { body: form, headers });
  expect(body.code).toBe('setup_token_required');
});

/** Requests of proxies that rewrite `Host` and add no forwarding header. Other headers are the caller's. */
test.each([
  ['closes its connections', { connection: 'close' }],
  ['keeps its connections', { connection: undefined }],
])('setup needs the code behind a proxy on this machine: %s', async (_, sent) => {
  const headers = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', ...sent };
  const { body } = await app.as('visitor').send('POST', '/api/setup', { body: form, headers });
  expect(body.code).toBe('setup_token_required');
  const seen = await app.as('visitor').send('GET', '/api/setup', { headers });
  expect(seen.body.data).toMatchObject({ token_required: true });
});

test('setup needs the code when a program on this machine names no page', async () => {
  const headers = { host: '127.0.0.1:3000', 'sec-fetch-site': undefined };
  const { body } = await app.as('visitor').send('POST', '/api/setup', { body: form, headers });
  expect(body.code).toBe('setup_token_required');
});

test('setup names no local address to a caller on another machine', async () => {
  const { body } = await app
    .as('visitor')
    .send('GET', '/api/setup', { headers: rebound('gw.example'), ...away });
  expect(body.data).toMatchObject({ token_required: true, local_url: '' });
});

test('no visitor signs up before the setup, so that the first account is the owner', async () => {
  const visitor = app.as('visitor');
  const early = await visitor.call(register, { username: 'early', password: form.password });
  expect(early.body).toMatchObject({ success: false, code: 'register_off' });
  await visitor.call(submitSetup, form);
  const later = await visitor.call(register, { username: 'later', password: form.password });
  expect(later.body).toMatchObject({ success: true });
});
