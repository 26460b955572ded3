import { afterAll, beforeAll, expect, test } from 'vitest';
import * as sessions from '../modules/identity/credentials/sessions.ts';
import { makeUser } from '../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';

/** A sibling domain can set a cookie for the whole domain, but none whose name begins with `__Host-`. */

let lab: RelayLab;
let owner: { id: number; secret: string };
let attacker: { id: number; secret: string };

beforeAll(async () => {
  lab = await startRelayLab({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  [owner, attacker] = await Promise.all([signedIn(), signedIn()]);
});
afterAll(() => lab.close());

async function signedIn() {
  const { id } = await makeUser(lab.ctx, { quota: 100_000 });
  return { id, secret: await sessions.start(lab.ctx, id, { ip: '203.0.113.9', userAgent: 'test' }) };
}

const byTls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };

/** The user that the gateway recognizes in this browser. */
async function findSessionUser(
  cookie: string,
  pageOf: { id: number },
  headers: Record<string, string> = byTls,
) {
  const own = { cookie, 'new-api-user': String(pageOf.id), ...headers };
  const answer = await lab.app.inject({ method: 'GET', url: '/api/user/self', headers: own });
  return answer.statusCode === 401 ? 'none' : (answer.json().data.id as number);
}

test('over TLS only the __Host- session cookie counts', async () => {
  expect(await findSessionUser(`__Host-sid=${owner.secret}`, owner)).toBe(owner.id);
  expect(await findSessionUser(`sid=${attacker.secret}`, attacker)).toBe('none');
  expect(await findSessionUser(`__Secure-sid=${attacker.secret}`, attacker)).toBe('none');
  expect(await findSessionUser(`__host-sid=${attacker.secret}`, attacker)).toBe('none');
});

test.each(['sid=', '\u00a0__Host-sid=', '__Host-sid\u00a0=', '\u0085__Host-sid=', '$Version=1; sid='])(
  "a planted cookie %j does not replace the user's session",
  async (planted) => {
    const both = [`${planted}${attacker.secret}`, `__Host-sid=${owner.secret}`];
    expect(await findSessionUser(both.join('; '), owner)).toBe(owner.id);
    expect(await findSessionUser(both.toReversed().join('; '), owner)).toBe(owner.id);
    expect(await findSessionUser(both[0] as string, attacker)).toBe('none');
  },
);

test('without TLS, where browsers refuse the __Host- name, the plain session cookie counts', async () => {
  expect(await findSessionUser(`sid=${owner.secret}`, owner, {})).toBe(owner.id);
  expect(await findSessionUser(`__Host-sid=${owner.secret}`, owner, {})).toBe('none');
});

test('a sign-in over TLS does not end a planted session', async () => {
  const password = 'correct horse';
  const { username } = await makeUser(lab.ctx, { password });
  const answer = await lab.app.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { ...byTls, 'sec-fetch-site': 'same-origin', cookie: `sid=${attacker.secret}` },
    payload: { username, password },
  });
  expect(answer.json().success).toBe(true);
  expect(await findSessionUser(`__Host-sid=${attacker.secret}`, attacker)).toBe(attacker.id);
});

test('the playground and model calls by session follow the same cookie rule', async () => {
  await lab.channel({ models: 'gpt-4o' });
  const play = async (cookie: string, { id }: { id: number }) => {
    const answer = await fetch(`${lab.url}/pg/chat/completions`, {
      method: 'POST',
      headers: {
        ...byTls,
        cookie,
        'new-api-user': String(id),
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }),
    });
    await answer.text();
    return answer.status;
  };
  expect(await play(`__Host-sid=${owner.secret}`, owner)).toBe(200);
  expect(await play(`sid=${attacker.secret}`, attacker)).toBe(401);
});
