import { bindEmail, getSelf, register, sendEmailCode } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';

const password = 'a long enough secret';
let app: MailApp;
let clock = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
  await app.set({ EmailVerificationEnabled: 'true', SystemName: 'Gate & Co' });
});
afterAll(() => app.close());

const ask = (email: string) => app.as('visitor').call(sendEmailCode, { email });
const signUp = (username: string, email?: string, verification_code?: string) =>
  app.as('visitor').callLoosely(register, { username, password, email, verification_code });

// @spec H050
test('a mailed code opens registration, and the address is stored in lower case', async () => {
  const answer = await app
    .as('visitor')
    .send('GET', '/api/verification?email=New.One@Example.org&turnstile=');
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { success: true, message: '' }]);
  const mail = await app.mailTo('new.one@example.org');
  const code = await app.codeFor('new.one@example.org');
  expect(mail).toMatchObject({ from: 'gate@example.org', subject: `${code} is your code for Gate & Co` });

  expect((await signUp('newone', 'new.one@example.org', code)).body.success).toBe(true);
  const row = await app.ctx.db
    .selectFrom('users')
    .select('email')
    .where('username', '=', 'newone')
    .executeTakeFirst();
  expect(row).toEqual({ email: 'new.one@example.org' });
});

test('an invalid address is refused', async () => {
  for (const email of [
    '',
    'x',
    'a@b',
    'a b@c.example',
    'a@b.example\r\nBcc: x@y.example',
    'a@b.example,c@d.example',
  ]) {
    expect((await ask(email)).body).toMatchObject({
      success: false,
      code: 'invalid_input',
      details: { field: 'email' },
    });
  }
});

test('a code is required, works once, and only for its own address', async () => {
  expect((await signUp('nocode')).body.code).toBe('email_code_required');
  await ask('once@example.org');
  const code = await app.codeFor('once@example.org');
  expect((await signUp('foreign', 'other@example.org', code)).body.code).toBe('email_code_wrong');
  expect((await signUp('once1', 'once@example.org', code)).body.success).toBe(true);
  expect((await signUp('once2', 'once@example.org', code)).body.code).toBe('email_code_wrong');
});

test('a registration with a taken name does not use the code up', async () => {
  await ask('again@example.org');
  const code = await app.codeFor('again@example.org');
  expect((await signUp('user', 'again@example.org', code)).body.code).toBe('username_taken');
  expect((await signUp('again', 'again@example.org', code)).body.success).toBe(true);
});

test('a code ends after five wrong tries or after ten minutes', async () => {
  await ask('guess@example.org');
  const code = await app.codeFor('guess@example.org');
  for (let tries = 0; tries < 5; tries += 1) await signUp('guess', 'guess@example.org', '00000000x');
  expect((await signUp('guess', 'guess@example.org', code)).body.code).toBe('email_code_wrong');

  await ask('late@example.org');
  const late = await app.codeFor('late@example.org');
  clock += 10 * 60_000;
  expect((await signUp('late', 'late@example.org', late)).body.code).toBe('email_code_wrong');
});

test('an address gets one mail in 30 seconds and ten a day, registered or not', async () => {
  await makeUser(app.ctx, { username: 'known', email: 'known@example.org' });
  for (const email of ['unknown@example.org', 'known@example.org']) {
    expect((await ask(email)).body.success).toBe(true);
    const soon = await ask(email);
    expect([soon.status, soon.body.code, soon.headers['retry-after']]).toEqual([429, 'rate_limited', '30']);
    for (let n = 0; n < 9; n += 1) {
      clock += 30_000;
      expect((await ask(email)).body.success).toBe(true);
    }
    clock += 30_000;
    expect((await ask(email)).status).toBe(429);
    clock += 24 * 3600_000;
    expect((await ask(email)).body.success).toBe(true);
  }
});

test('the response does not reveal whether an address is taken; the mail does, without a code', async () => {
  await makeUser(app.ctx, { username: 'owner', email: 'owner@example.org' });
  const [taken, free] = [await ask('owner@example.org'), await ask('unknown@example.org')];
  const seen = ({ status, body }: typeof taken) => ({ status, success: body.success, message: body.message });
  expect(seen(taken)).toEqual(seen(free));
  const mail = await app.mailTo('owner@example.org');
  expect(mail.subject).toBe('You already have an account at Gate & Co');
  expect(mail.text).not.toMatch(/\d{8}/);
});

test('the mail is in the language of the caller', async () => {
  const headers = { 'accept-language': 'zh-CN' };
  await app.as('visitor').send('GET', '/api/verification?email=zh@example.org', { headers });
  expect((await app.mailTo('zh@example.org')).subject).toMatch(/^Gate & Co 验证码：\d{8}$/);
});

test('domains and aliases are checked by the options at the request for a code and at registration', async () => {
  await app.set({ EmailDomainWhitelist: 'example.org, Example.net', EmailDomainRestrictionEnabled: 'true' });
  expect((await ask('a@example.net')).body.success).toBe(true);
  const refused = await ask('a@evil.example');
  expect(refused.body).toMatchObject({ code: 'email_domain_refused' });
  expect(refused.body.message).toContain('example.org, example.net');
  expect((await signUp('x', 'a@evil.example', '12345678')).body.code).toBe('email_domain_refused');
  await app.set({ EmailDomainRestrictionEnabled: 'false', EmailAliasRestrictionEnabled: 'true' });
  expect((await ask('a+b@example.org')).body.code).toBe('email_alias_refused');
  expect((await ask('a.b@example.org')).body.code).toBe('email_alias_refused');
  await app.set({ EmailAliasRestrictionEnabled: 'false' });
});

// @spec F019 H067
test('an address is bound by its code, and a wrong code or a taken address is refused', async () => {
  const user = app.as('user');
  expect((await user.call(bindEmail, { email: 'mine@example.org', code: '12345678' })).body.code).toBe(
    'email_code_wrong',
  );
  expect((await user.callLoosely(bindEmail, { email: 'no address', code: '1' })).body.code).toBe(
    'invalid_input',
  );
  await ask('mine@example.org');
  const code = await app.codeFor('mine@example.org');
  const wrong = await user.call(bindEmail, { email: 'mine@example.org', code: `${code}x` });
  expect(wrong.body.code).toBe('email_code_wrong');
  expect((await user.get(getSelf, {})).email).toBe('');
  const path = `/api/oauth/email/bind?email=mine%40example.org&code=${code}`;
  const bound = await user.send('GET', path);
  expect(JSON.parse(bound.text)).toEqual({ success: true, message: '' });
  expect((await user.get(getSelf, {})).email).toBe('mine@example.org');
  expect((await app.as('visitor').send('GET', path)).status).toBe(401);

  await ask('raced@example.org');
  const raced = await app.codeFor('raced@example.org');
  await makeUser(app.ctx, { username: 'faster', email: 'raced@example.org' });
  const taken = await app.as('other').call(bindEmail, { email: 'raced@example.org', code: raced });
  expect(taken.body.code).toBe('email_taken');
});

test('another site cannot make a browser bind an address', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const path = '/api/oauth/email/bind?email=evil%40example.org&code=1';
  expect((await app.as('user').send('GET', path, { headers })).status).toBe(403);
});

test('the tables of codes and of the outbox contain neither a code nor an address in clear', async () => {
  await app.set({ SMTPPort: '1' });
  await ask('secret@example.org');
  await expect.poll(() => app.ctx.db.selectFrom('outbox').selectAll().execute()).not.toEqual([]);
  const storedText = JSON.stringify([
    await app.ctx.db.selectFrom('outbox').selectAll().execute(),
    await app.ctx.db.selectFrom('codes').selectAll().execute(),
  ]);
  expect(storedText).not.toContain('example.org');
  await app.set({ SMTPPort: String(app.mailbox.port) });
});
