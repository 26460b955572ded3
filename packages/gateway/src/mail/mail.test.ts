import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { languages, sendTestMail } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliver, sendMail } from '../modules/notifications/mail.ts';
import { buildMailApp, type MailApp } from '../testing/mail-app.ts';
import { type Mailbox, startMailbox } from '../testing/mailbox.ts';
import { findProgram } from '../testing/server-programs.ts';
import { renderMail } from './render.ts';

let app: MailApp;
let clock = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  app = await buildMailApp({ now: () => clock });
});
afterAll(() => app.close());

const warn = (to: string) =>
  sendMail(app.ctx, {
    to,
    template: 'quota_warning',
    language: 'en',
    values: { username: 'ana', quota: '$0.10', link: 'https://x' },
  });
const waiting = () =>
  app.ctx.db.selectFrom('outbox').select(['tries', 'next_at']).where('topic', '=', 'mail').execute();
const tryOut = (to = 'root@example.org') => app.as('root').call(sendTestMail, { to });

test('a mail waits for a mail server that is away, and leaves once when it is back', async () => {
  app.mailbox.failNext(1);
  await warn('ana@example.org');
  await expect.poll(async () => (await waiting()).map(({ tries }) => tries)).toEqual([1]);
  await expect.poll(async () => (await waiting())[0]?.next_at).toBe(clock / 1000 + 5);
  expect(await deliver(app.ctx)).toBe(0);
  clock += 5000;
  const rounds = await Promise.all([deliver(app.ctx), deliver(app.ctx), deliver(app.ctx)]);
  expect(rounds.reduce((sum, sent) => sum + sent)).toBe(1);
  expect((await app.mailTo('ana@example.org')).text).toContain(
    'Your account ana at Tollgate has $0.10 left.',
  );
  expect(app.mailbox.mails).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test('a mail that never leaves is given up after a day', async () => {
  app.mailbox.failNext(100);
  await warn('never@example.org');
  await expect.poll(async () => (await waiting())[0]?.next_at).toBe(clock / 1000 + 5);
  let rounds = 0;
  for (; (await waiting()).length > 0; rounds += 1) {
    clock += 24 * 3600_000;
    await deliver(app.ctx);
  }
  expect(rounds).toBe(7);
  app.mailbox.failNext(0);
});

test('a mail with a code is given up within minutes', async () => {
  app.mailbox.failNext(100);
  await sendMail(app.ctx, { about: 'email', to: 'waiting@example.org', language: 'en' });
  await expect.poll(async () => (await waiting())[0]?.next_at).toBe(clock / 1000 + 5);
  for (const seconds of [5, 15, 60, 240]) {
    clock += seconds * 1000;
    await deliver(app.ctx);
  }
  expect(await waiting()).toEqual([]);
  app.mailbox.failNext(0);
});

test('without a mail server nothing is queued', async () => {
  await app.set({ SMTPServer: '' });
  await warn('ana@example.org');
  expect(await waiting()).toEqual([]);
  expect((await tryOut()).body.code).toBe('mail_off');
  await app.set({ SMTPServer: '127.0.0.1' });
});

test('a test mail reports what is wrong with the settings, without the password', async () => {
  expect((await tryOut()).body.success).toBe(true);
  expect((await app.mailTo('root@example.org')).subject).toBe('Tollgate: test email');

  await app.set({ SMTPAccount: 'gate', SMTPToken: 'canary-wrong' });
  const refused = await tryOut();
  expect(refused.body).toMatchObject({ success: false, code: 'mail_failed', details: { why: 'EAUTH' } });
  expect(refused.text).not.toContain('canary');
  await app.set({ SMTPToken: 'right', SMTPFrom: '' });
  expect((await tryOut('again@example.org')).body.success).toBe(false); // the account alone is no address
  await app.set({ SMTPAccount: 'gate@example.org' });
  expect((await tryOut('again@example.org')).body.success).toBe(true);
  expect(await app.mailTo('again@example.org')).toMatchObject({
    from: 'gate@example.org',
    account: 'gate@example.org',
  });
});

test('a mail server in a private network is refused, unless the operator allowed it', async () => {
  const guarded = await buildMailApp({ environment: { SSRF_ALLOW: '' } });
  const { body } = await guarded.as('root').call(sendTestMail, { to: 'root@example.org' });
  expect(body).toMatchObject({ code: 'mail_failed', details: { why: 'OUTBOUND_BLOCKED' } });
  expect(guarded.mailbox.mails).toEqual([]);
  await guarded.close();
});

describe.skipIf(!findProgram('openssl'))('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-tls-'));
  const boxes: Mailbox[] = [];
  const trusted = getCACertificates('default');
  let certificate = '';
  let key = '';

  beforeAll(async () => {
    const names = '/CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1';
    const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout key -out cert -subj ${names}`;
    execFileSync('openssl', request.split(' '), { cwd: folder, stdio: 'ignore' });
    certificate = readFileSync(join(folder, 'cert'), 'utf8');
    key = readFileSync(join(folder, 'key'), 'utf8');
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    for (const box of boxes) await box.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['from the first byte', { secure: true }, { SMTPSSLEnabled: 'true' }],
    ['by STARTTLS', { secure: false, disabledCommands: [] }, { SMTPSSLEnabled: 'false' }],
  ])('%s: an unknown certificate is refused, a known one carries the mail', async (_, server, options) => {
    const box = await startMailbox({ ...server, cert: certificate, key });
    boxes.push(box);
    await app.set({ SMTPPort: String(box.port), ...options });
    setDefaultCACertificates(trusted);
    expect((await tryOut()).body.code).toBe('mail_failed');
    expect(box.mails).toEqual([]);
    setDefaultCACertificates([...trusted, certificate]);
    expect((await tryOut()).body.success).toBe(true);
    expect(box.mails.map(({ secure }) => secure)).toEqual([true]);
  });
});

test('values are text in both forms of a mail, and a subject stays one line', () => {
  const values = {
    site: '<b>Gate</b>\r\nBcc: x@y.example',
    username: '<script>',
    quota: '"1"',
    link: 'https://x/?a=1&b="',
  };
  for (const language of languages) {
    const { subject, html, text } = renderMail('quota_warning', language, values);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<script>|<b>|b="/);
    expect(text).toContain('<script>');
  }
});
