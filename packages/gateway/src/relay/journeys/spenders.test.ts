import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBalance } from '../../ledger/post.ts';
import { makeUser } from '../../testing/factories.ts';
import { hello, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  // Each call costs 100 + 100 x 4 tokens at 1.25 = 625.
  const usage = { prompt_tokens: 100, completion_tokens: 100, total_tokens: 200 };
  lab = await startRelayLab({ script: completion({ usage, delayMs: 5 }) });
});
afterAll(() => lab.close());

const long = { ...hello, messages: [{ role: 'user', content: 'x'.repeat(400) }] };

test.each(['user', 'token'] as const)('128 callers at once never spend more than the %s has', async (who) => {
  const worth = 10;
  const user = await makeUser(lab.ctx, { quota: who === 'user' ? worth * 625 : 1e9 });
  const draft = who === 'token' ? { unlimited_quota: false, remain_quota: worth * 625 } : {};
  const key = await lab.token(draft, user);
  const statuses = await Promise.all(Array.from({ length: 128 }, (_, n) => spend(key, n % 2 === 0)));
  await lab.ctx.ledger.settled();
  const served = statuses.filter((status) => status === 200).length;
  expect(served).toBeGreaterThan(0);
  expect(served).toBeLessThanOrEqual(worth);
  expect(statuses.filter((status) => status !== 200 && status !== 403 && status !== 401)).toEqual([]);
  const left = await findBalance(lab.ctx.db, { ownerType: 'user', ownerId: user.id });
  expect(left).toMatchObject({ held: 0, used: served * 625, count: served });
  expect(left?.balance).toBe((who === 'user' ? worth * 625 : 1e9) - served * 625);
});

test('a balance is enough when it covers the counted prompt but not its bytes', async () => {
  // 400 bytes of prompt could be 400 tokens; they are about 50.
  const user = await makeUser(lab.ctx, { quota: 700 });
  expect(await spend(await lab.token({}, user), false)).toBe(200);
});

test('a token without quota is 401, one with too little is 403', async () => {
  expect(await spend(await lab.token({ unlimited_quota: false, remain_quota: 1 }), false)).toBe(403);
  expect(await spend(await lab.token({ unlimited_quota: false, remain_quota: 0 }), false)).toBe(401);
});

async function spend(key: string, stream: boolean): Promise<number> {
  const answer = await fetch(`${lab.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...long, stream }),
  });
  await answer.text();
  return answer.status;
}
