import { updateSelf } from '@tollgate/contract';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type AccountQueues,
  createAccountQueues,
} from '../../modules/identity/credentials/account-queues.ts';
import { signInGuesses } from '../../modules/identity/entry/guesses.ts';
import { buildTestApp, type TestApp, type TestAppOptions } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { callContext, makeUser } from '../../testing/factories.ts';
import { redisProgram, startRedis, type TestRedis } from '../../testing/redis.ts';

const password = 'correct horse';
const HOME = '198.51.100.7';
let app: TestApp;
let clock = Date.UTC(2026, 0, 1);
let turns: string[] = [];
const open: TestApp[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function start(options: TestAppOptions = {}) {
  turns = [];
  app = await buildTestApp({ now: () => clock, signInQueues: recordOrder(), ...options });
  open.push(app);
  return app;
}

/** Records the networks that wait for their turn. They wait for a millisecond instead of two seconds. */
function recordOrder(): AccountQueues {
  const queues = createAccountQueues({ perSecond: 1000 });
  return {
    ...queues,
    run(task, attempt) {
      turns.push(attempt.network);
      return queues.run(task, attempt);
    },
  };
}

interface From {
  remoteAddress: string;
  cookie?: string | undefined;
  at?: TestApp;
}

function signIn(username: string, secret: string, { remoteAddress, cookie, at = app }: From) {
  const body = { username, password: secret };
  return at.as('visitor').send('POST', '/api/user/login', { body, remoteAddress, headers: { cookie } });
}

/** The cookie that stays in a browser after its session has ended. */
function deviceOf(answer: Awaited<ReturnType<typeof signIn>>): string {
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  return cookies.find((cookie) => /^(__Host-)?device=/.test(cookie))?.split(';')[0] as string;
}

const strangerIp = (n: number) => `203.${n >> 8}.${n & 255}.9`;

/** Wrong tries, each from another network. */
async function guessFrom(count: number, username: string) {
  const answers = [];
  for (let n = 0; n < count; n += 1) {
    answers.push(await signIn(username, 'wrong horse', { remoteAddress: strangerIp(n) }));
  }
  return answers;
}

/** Counts a hundred tries of strangers without the time for hashing, at the gateways in turn. */
async function countTries(username: string, at: TestApp[] = [app]) {
  for (let n = 0; n < 100; n += 1) {
    const { ctx, people } = at[n % at.length] as TestApp;
    const stranger = { ...callContext(ctx, people.user, 1), ip: strangerIp(n) };
    await signInGuesses(stranger, username, undefined).attempt(async () => {});
  }
}

/** Uses up the tries of one hour that need no turn. */
async function useUpTries(username: string, at?: TestApp[]) {
  await countTries(username, at);
  turns = [];
}

test('the right password signs in from a new address after wrong tries from fourteen others', async () => {
  await start();
  await makeUser(app.ctx, { username: 'ana', password });
  await guessFrom(14, 'ana');
  expect((await signIn('ana', password, { remoteAddress: HOME })).body.success).toBe(true);
});

test('an address that signed in before is not refused when strangers used up their tries', async () => {
  await start();
  await makeUser(app.ctx, { username: 'ana', password });
  await signIn('ana', password, { remoteAddress: HOME });
  await useUpTries('ana');
  expect((await signIn('ana', password, { remoteAddress: HOME })).body.success).toBe(true);
  expect(turns).toEqual([]);
});

test('a browser that signed in before is not refused in a new network when strangers used up their tries', async () => {
  await start();
  await makeUser(app.ctx, { username: 'ana', password });
  const cookie = deviceOf(await signIn('ana', password, { remoteAddress: HOME }));
  await useUpTries('ana');
  expect((await signIn('ana', password, { remoteAddress: '192.0.2.2', cookie })).body.success).toBe(true);
  expect(turns).toEqual([]);
});

test('a browser known to one account is unknown to another', async () => {
  await start();
  await makeUser(app.ctx, { username: 'ana', password });
  await makeUser(app.ctx, { username: 'eve', password });
  const cookie = deviceOf(await signIn('eve', password, { remoteAddress: HOME }));
  await useUpTries('ana');
  await signIn('ana', 'wrong horse', { remoteAddress: HOME, cookie });
  expect(turns).toEqual(['198.51.100']);
});

test('a browser that signs in to two accounts is known to both', async () => {
  await start();
  for (const username of ['ana', 'ben']) await makeUser(app.ctx, { username, password });
  const first = deviceOf(await signIn('ana', password, { remoteAddress: HOME }));
  const cookie = deviceOf(await signIn('ben', password, { remoteAddress: HOME, cookie: first }));
  await useUpTries('ana');
  expect((await signIn('ana', password, { remoteAddress: '192.0.2.1', cookie })).body.success).toBe(true);
  expect(turns).toEqual([]);
});

test('strangers have a hundred tries an hour at one account that need no turn', async () => {
  await start();
  await countTries('ana');
  expect(turns).toEqual([]);
  await countTries('ana');
  expect(turns).toHaveLength(100);
  clock += 36_000;
  await signIn('ana', 'wrong horse', { remoteAddress: HOME });
  expect(turns).toHaveLength(100);
});

test('the owner signs in from a new network after more than a hundred wrong tries from other networks', async () => {
  await start();
  await makeUser(app.ctx, { username: 'ana', password });
  await useUpTries('ana');
  const answers = await guessFrom(20, 'ana');
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['login_failed']));
  expect((await signIn('ana', password, { remoteAddress: HOME })).body.success).toBe(true);
}, 120_000);

test('strangers who used up the tries wait the same for an account that does not exist', async () => {
  await start();
  await useUpTries('unknown');
  const { status, body } = await signIn('unknown', 'wrong horse', { remoteAddress: HOME });
  expect([status, body.code]).toEqual([200, 'login_failed']);
  expect(turns).toEqual(['198.51.100']);
});

test.each([
  ['an address', undefined],
  ['a browser', 'device'],
])('wrong tries from %s that signed in before are slowed down too', async (_, kind) => {
  await start();
  await makeUser(app.ctx, { username: 'ana', password });
  const device = deviceOf(await signIn('ana', password, { remoteAddress: HOME }));
  const from = { remoteAddress: HOME, cookie: kind && device };
  for (let tries = 0; tries < 5; tries += 1) await signIn('ana', 'wrong horse', from);
  const refused = await signIn('ana', password, from);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  clock += 1001;
  expect((await signIn('ana', password, from)).body.success).toBe(true);
});

test('a forged device cookie counts as a stranger', async () => {
  await start();
  const { id } = await makeUser(app.ctx, { username: 'ana', password });
  await useUpTries('ana');
  for (const cookie of [`device=${'a'.repeat(24)}.${'b'.repeat(32)}`, `device=.${id}`, 'device=']) {
    await signIn('ana', 'wrong horse', { remoteAddress: HOME, cookie });
  }
  expect(turns).toHaveLength(3);
});

test('the device cookie is hidden from scripts and survives the logout', async () => {
  await start();
  await makeUser(app.ctx, { username: 'ana', password });
  const answer = await signIn('ana', password, { remoteAddress: HOME });
  const set = [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('device='));
  expect(set).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = [answer.headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ');
  const left = await app.as('visitor').send('GET', '/api/user/logout', { headers: { cookie } });
  expect(String(left.headers['set-cookie'])).not.toContain('device=');
});

test('wrong sign-ins of strangers do not keep the owner from changing the password', async () => {
  await start();
  const ana = await makeUser(app.ctx, { username: 'ana', password });
  const browser = createClient(app.app, app.ctx, ana);
  await useUpTries('ana');
  const { body } = await browser.call(updateSelf, {
    password: 'another secret',
    original_password: password,
  });
  expect(body.success).toBe(true);
});

test('a session that guesses the old password is slowed down', async () => {
  await start();
  const browser = createClient(app.app, app.ctx, await makeUser(app.ctx, { username: 'ana', password }));
  const guess = () => browser.call(updateSelf, { password: 'another secret', original_password: 'wrong' });
  for (let tries = 0; tries < 5; tries += 1) await guess();
  expect((await guess()).status).toBe(429);
});

describe.skipIf(!redisProgram)('two gateways with one Redis', () => {
  let redis: TestRedis;
  afterEach(() => redis?.stop());

  test('share the tries of strangers, and let a known address in', async () => {
    redis = await startRedis();
    const environment = { REDIS_URL: redis.url };
    const first = await start({ environment });
    const second = await start({ environment });
    for (const each of [first, second]) await makeUser(each.ctx, { username: 'ana', password });
    await signIn('ana', password, { remoteAddress: HOME, at: second });
    await useUpTries('ana', [first, second]);
    await signIn('ana', 'wrong horse', { remoteAddress: '192.0.2.1', at: first });
    expect((await signIn('ana', password, { remoteAddress: HOME, at: second })).body.success).toBe(true);
    expect(turns).toEqual(['192.0.2']);
  }, 120_000);
});
