import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { manyMembers } from '../../testing/hostile-bodies.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ heavyBodies: 2 });
});
afterAll(() => lab.close());

const heavy = Buffer.from(manyMembers(600_000));

async function send(key: string, body: Buffer | string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${lab.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body,
  });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: error?.code, retryAfter: answer.headers.get('retry-after') };
}

async function newKey(): Promise<string> {
  return lab.token({}, await makeUser(lab.ctx, { quota: 1_000_000 }));
}

test.each([
  ['large', heavy, {}],
  ['packed', gzipSync(heavy), { 'content-encoding': 'gzip' }],
])(
  'a user whose bodies were refused for their structure sends no %s body for a while',
  async (_, body, headers) => {
    const key = await newKey();
    expect(await send(key, heavy)).toMatchObject({ status: 400 });
    expect(await send(key, body, headers)).toMatchObject({ status: 400 });
    const refused = await send(key, body, headers);
    expect(refused).toMatchObject({ status: 429, code: 'bodies_refused' });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(30);
  },
);

test('a user still sends small bodies when its large ones are no longer read', async () => {
  const key = await newKey();
  for (let sent = 0; sent < 3; sent += 1) await send(key, heavy);
  expect(await send(key, JSON.stringify(hello))).toMatchObject({ status: 200 });
});

test('large bodies of others are read when those of one user are not', async () => {
  const key = await newKey();
  for (let sent = 0; sent < 3; sent += 1) await send(key, heavy);
  expect(await send(await newKey(), heavy)).toMatchObject({ status: 400 });
});
