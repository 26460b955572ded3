import { createToken, updateToken } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
let now = Date.now();
beforeAll(async () => {
  app = await buildTestApp({ now: () => now });
});
afterAll(() => app.close());

const switchOn = (id: number) => (language: string) =>
  app.as('user').send('PUT', '/api/token/?status_only=true', {
    body: { id, status: 1 },
    headers: { 'accept-language': language },
  });

/** The sentences that a refused user reads, in both languages. */
async function sentences(ask: (language: string) => ReturnType<ReturnType<typeof switchOn>>) {
  const [english, chinese] = [(await ask('en')).body, (await ask('zh')).body];
  expect([english.success, english.code]).toEqual([false, chinese.code]);
  return [english.code, english.message, chinese.message];
}

// @spec I048
test('an unknown key is refused with a sentence that says what to do', async () => {
  const ask = (language: string) =>
    app
      .as('visitor')
      .send('GET', '/api/log/token?key=sk-unknown', { headers: { 'accept-language': language } });
  expect(await sentences(ask)).toEqual([
    'token_key_unknown',
    expect.stringMatching(/token.*\. .*\.$/i),
    expect.stringMatching(/令牌.*。$/),
  ]);
});

// @spec I049 I050
test('enabling a token that expired or used its quota is refused with the reason', async () => {
  const user = app.as('user');
  const expired = await user.get(createToken, {
    name: 'old',
    expired_time: Math.floor(now / 1000) + 60,
    unlimited_quota: true,
  });
  const empty = await user.get(createToken, { name: 'empty', remain_quota: 0 });
  for (const { id } of [expired, empty]) await user.get(updateToken, { id, status: 2, status_only: true });
  now += 120_000;
  expect(await sentences(switchOn(expired.id))).toEqual([
    'token_expired',
    expect.stringMatching(/expired.*\.$/),
    expect.stringMatching(/过期.*。$/),
  ]);
  expect(await sentences(switchOn(empty.id))).toEqual([
    'token_exhausted',
    expect.stringMatching(/quota.*\.$/),
    expect.stringMatching(/额度.*。$/),
  ]);
});
