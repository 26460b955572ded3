import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeUser } from '../../testing/factories.ts';

const password = 'correct horse';
const HOME = '198.51.100.7';
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await makeUser(app.ctx, { username: 'ana', password });
  await signIn('ana', password, HOME);
});
afterAll(() => app.close());

const signIn = (username: string, secret: string, remoteAddress: string) =>
  app.as('visitor').send('POST', '/api/user/login', { body: { username, password: secret }, remoteAddress });

/** Logins that arrive together, each from another network. */
const flood = (count: number) =>
  Array.from({ length: count }, (_, n) => signIn(`person${n}`, 'wrong horse', `203.0.${n}.9`));

test('a flood of logins is refused with 503 and the time to wait, and a known address is not', async () => {
  const strangers = flood(200);
  const [owner, ...answers] = await Promise.all([signIn('ana', password, HOME), ...strangers]);
  expect(owner?.body.success).toBe(true);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(160);
  expect(refused[0]?.body.code).toBe('passwords_busy');
  // The queue holds as many as are checked in ten seconds, on any number of cores.
  const wait = Number(refused[0]?.headers['retry-after']);
  expect(wait).toBe(10);
  expect(refused[0]?.body.message).toContain(`Try again in ${wait} seconds`);
}, 120_000);

test('one network that floods the logins takes no slot from another network', async () => {
  const flooding = Array.from({ length: 70 }, (_, n) => signIn(`name${n}`, 'wrong horse', `192.0.2.${n}`));
  const other = await signIn('ana', password, '203.0.113.9');
  expect(other.body.success).toBe(true);
  expect((await Promise.all(flooding)).some(({ status }) => status === 503)).toBe(true);
}, 120_000);
