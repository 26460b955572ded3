import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AccountQueues,
  createAccountQueues,
} from '../../modules/identity/credentials/account-queues.ts';
import { hashPassword, KNOWN_REQUESTER } from '../../modules/identity/credentials/passwords.ts';
import { signInGuesses } from '../../modules/identity/entry/guesses.ts';
import * as users from '../../modules/identity/repository/users.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { callContext, type MadeUser, makeUser } from '../../testing/factories.ts';

const password = 'correct horse';
const HOME = '198.51.100.7';
const ATTACKER = '203.0.113.9';
const OTHER_ATTACKER = '192.0.2.9';
let app: TestApp;
let ana: MadeUser;
let queues: AccountQueues;
/** Networks with a try in the queue of the account. */
let networks: string[] = [];
/** Ends a try that blocks all others. */
let endFirstTry: () => void;

beforeEach(async () => {
  networks = [];
  queues = createAccountQueues({ perSecond: 1000, waiting: 2, random: () => 0 });
  app = await buildTestApp({ signInQueues: { ...queues, run: runObserved } });
  ana = await makeUser(app.ctx, { username: 'ana', password });
  await useUpFastTries();
  const first = Promise.withResolvers<void>();
  endFirstTry = first.resolve;
  void queues.run(() => first.promise, { account: app.ctx.secrets.hash('ana'), network: 'first' });
});
afterEach(() => app.close());

const runObserved: AccountQueues['run'] = async (task, attempt) => {
  networks.push(attempt.network);
  try {
    return await queues.run(task, attempt);
  } finally {
    networks.splice(networks.indexOf(attempt.network), 1);
  }
};

/** Counts the tries of strangers without the time for hashing. */
async function useUpFastTries() {
  for (let n = 0; n < 100; n += 1) {
    const stranger = { ...callContext(app.ctx, app.people.user, 1), ip: `203.0.${n}.9` };
    await signInGuesses(stranger, 'ana', undefined).attempt(async () => {});
  }
}

function signIn(secret: string, remoteAddress: string) {
  const body = { username: 'ana', password: secret };
  return app.as('visitor').send('POST', '/api/user/login', { body, remoteAddress });
}

/** Sends a try and returns when it waits. */
async function startWaiting(secret: string, remoteAddress: string) {
  const count = networks.length + 1;
  const answer = signIn(secret, remoteAddress);
  await expect.poll(() => networks.length).toBe(count);
  return { answer };
}

test('a try signs in when its turn comes', async () => {
  const owner = await startWaiting(password, HOME);
  endFirstTry();
  expect((await owner.answer).body.success).toBe(true);
});

test('a second try of a waiting network is refused', async () => {
  const waiting = await startWaiting('wrong horse', HOME);
  const second = await signIn(password, '198.51.100.8');
  expect([second.status, second.body.code, second.headers['retry-after']]).toEqual([
    429,
    'sign_in_paused',
    '5',
  ]);
  expect(second.body.message).toContain('Try again in 5 seconds');
  endFirstTry();
  expect((await waiting.answer).body.code).toBe('login_failed');
});

test('the owner replaces a random network when the queue is full', async () => {
  const loser = await startWaiting('wrong horse', ATTACKER);
  const other = await startWaiting('wrong horse', OTHER_ATTACKER);
  const owner = signIn(password, HOME);
  const refused = await loser.answer;
  expect([refused.status, refused.body.code]).toEqual([429, 'sign_in_paused']);
  endFirstTry();
  expect((await owner).body.success).toBe(true);
  expect((await other.answer).body.code).toBe('login_failed');
});

test('a caller who disconnects frees the slot', async () => {
  const address = await app.listen();
  const leaver = new AbortController();
  const send = (signal?: AbortSignal) =>
    fetch(`${address}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ username: 'ana', password }),
      ...(signal && { signal }),
    });
  const left = send(leaver.signal).catch((error: Error) => error.name);
  await expect.poll(() => networks).toEqual(['127.0.0']);
  leaver.abort();
  expect(await left).toBe('AbortError');
  await expect.poll(() => networks).toEqual([]);
  const next = send();
  await expect.poll(() => networks).toEqual(['127.0.0']);
  endFirstTry();
  expect(await (await next).json()).toMatchObject({ success: true });
});

test('a password that changes while a try waits does not sign in', async () => {
  const waiting = await startWaiting(password, ATTACKER);
  await users.update(app.ctx.db, ana.id, {
    password_hash: await hashPassword('another secret', KNOWN_REQUESTER),
  });
  endFirstTry();
  expect((await waiting.answer).body.code).toBe('login_failed');
});
