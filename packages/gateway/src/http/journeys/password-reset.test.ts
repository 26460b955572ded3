import { getSelf, login, requestPasswordReset, resetPassword } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInGuesses } from '../../modules/identity/entry/guesses.ts';
import { createClient } from '../../testing/client.ts';
import { callContext, makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';

const password = 'a long enough secret';
let app: MailApp;
let clock = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
  await app.set({ ServerAddress: 'https://gate.example.org/' });
});
afterAll(() => app.close());

const ask = (email: string) => app.as('visitor').call(requestPasswordReset, { email });
const use = (email: string, token: string) => app.as('visitor').call(resetPassword, { email, token });

async function linkFor(email: string, index = 0): Promise<URL> {
  const { text } = await app.mailTo(email, index);
  return new URL(/https:\S+/.exec(text)?.[0] as string);
}

// @spec H052 H054
test('a mailed link sets a new password once and ends every session', async () => {
  const ana = await makeUser(app.ctx, { username: 'ana', email: 'ana@example.org', password });
  const session = createClient(app.app, app.ctx, ana);
  expect((await session.call(getSelf, {})).status).toBe(200);
  const response = await app
    .as('visitor')
    .send('GET', '/api/reset_password?email=ana@example.org&turnstile=');
  expect(JSON.parse(response.text)).toEqual({ success: true, message: '' });

  const link = await linkFor('ana@example.org');
  expect([link.origin, link.pathname]).toEqual(['https://gate.example.org', '/user/reset']);
  const { email = '', token = '' } = Object.fromEntries(link.searchParams);
  const answer = await app.as('visitor').send('POST', '/api/user/reset', { body: { email, token } });
  expect(answer.body).toMatchObject({ success: true, message: '' });
  expect(answer.headers['cache-control']).toBe('no-store');
  const fresh = answer.body.data as string;
  expect(fresh).toMatch(/^\w{20}$/);

  expect((await session.call(getSelf, {})).status).toBe(401);
  expect((await app.as('visitor').call(login, { username: 'ana', password })).body.success).toBe(false);
  expect((await app.as('visitor').call(login, { username: 'ana', password: fresh })).body.success).toBe(true);
  expect((await use(email, token)).body).toMatchObject({ success: false, code: 'reset_link_wrong' });
  expect((await app.mailTo('ana@example.org', 1)).subject).toContain('was changed');
});

test('the response does not reveal whether an address is registered, and unknown addresses get no mail', async () => {
  await makeUser(app.ctx, { username: 'ben', email: 'ben@example.org', password });
  const [existing, unknown] = [await ask('ben@example.org'), await ask('stranger@example.org')];
  const seen = ({ status, body }: typeof existing) => ({
    status,
    success: body.success,
    message: body.message,
  });
  expect(seen(existing)).toEqual(seen(unknown));
  await app.mailTo('ben@example.org');
  await expect.poll(() => app.ctx.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  expect(app.mailbox.mails.filter(({ to }) => to === 'stranger@example.org')).toEqual([]);
});

test('the host of the link does not depend on the request', async () => {
  await makeUser(app.ctx, { username: 'eva', email: 'eva@example.org', password });
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: undefined };
  await app.as('visitor').send('GET', '/api/reset_password?email=eva@example.org', { headers });
  expect((await linkFor('eva@example.org')).host).toBe('gate.example.org');
});

const tokenFor = async (email: string, index = 0) =>
  (await linkFor(email, index)).searchParams.get('token') as string;

test('wrong tokens of a stranger do not invalidate the link of the owner', async () => {
  await makeUser(app.ctx, { username: 'tom', email: 'tom@example.org', password });
  await ask('tom@example.org');
  const token = await tokenFor('tom@example.org');
  for (let tries = 0; tries < 10; tries += 1) await use('tom@example.org', 'wrong');
  expect((await use('tom@example.org', token)).body.success).toBe(true);
});

test('a new link invalidates the one before', async () => {
  await makeUser(app.ctx, { username: 'lea', email: 'lea@example.org', password });
  await ask('lea@example.org');
  const first = await tokenFor('lea@example.org');
  clock += 31_000;
  await ask('lea@example.org');
  await tokenFor('lea@example.org', 1);
  expect((await use('lea@example.org', first)).body.code).toBe('reset_link_wrong');
});

test('a link expires after ten minutes', async () => {
  await makeUser(app.ctx, { username: 'kim', email: 'kim@example.org', password });
  await ask('kim@example.org');
  const token = await tokenFor('kim@example.org');
  clock += 10 * 60_000;
  expect((await use('kim@example.org', token)).body.code).toBe('reset_link_wrong');
});

test('a user who reset the password signs in at once although strangers used up the tries', async () => {
  await makeUser(app.ctx, { username: 'ivy', email: 'ivy@example.org', password });
  await ask('ivy@example.org');
  const token = await tokenFor('ivy@example.org');
  const stranger = { ...callContext(app.ctx, app.people.user, 1), ip: '203.0.113.9' };
  const guess = () => signInGuesses(stranger, 'ivy', undefined).attempt(async () => {});
  for (let tries = 0; tries < 100; tries += 1) await guess();
  const attempt = { account: app.ctx.secrets.hash('ivy'), network: '203.0.113' };
  const signIn = Promise.withResolvers<void>();
  const running = app.ctx.signInQueues.run(() => signIn.promise, attempt);
  await expect(guess()).rejects.toMatchObject({ code: 'sign_in_paused' });
  const { body } = await use('ivy@example.org', token);
  expect((await app.as('visitor').call(login, { username: 'ivy', password: body.data })).body.success).toBe(
    true,
  );
  signIn.resolve();
  await running;
});

test('an e-mail code does not reset a password, and a reset token does not prove an address', async () => {
  await makeUser(app.ctx, { username: 'mia', email: 'mia@example.org', password });
  await app.as('visitor').send('GET', '/api/verification?email=free@example.org');
  const code = await app.codeFor('free@example.org');
  expect((await use('free@example.org', code)).body.code).toBe('reset_link_wrong');
  expect((await use('mia@example.org', '')).body.code).toBe('reset_link_wrong');
});

test('a deleted user gets no link', async () => {
  await makeUser(app.ctx, { username: 'left', email: 'left@example.org', password, deleted_at: 1 });
  expect((await ask('left@example.org')).body.success).toBe(true);
  await expect.poll(() => app.ctx.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  expect(app.mailbox.mails.some(({ to }) => to === 'left@example.org')).toBe(false);
});

test('a reset is refused with a sentence when the site has no mail server', async () => {
  await app.set({ SMTPServer: '' });
  expect((await ask('ana@example.org')).body).toMatchObject({ success: false, code: 'mail_off' });
  await app.set({ SMTPServer: '127.0.0.1' });
});
