import { createToken, deleteTokens, manageUser, updateToken } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { makeUser } from '../../testing/factories.ts';

let app: TestApp;
let now = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  app = await buildTestApp({ now: () => now });
});
afterAll(() => app.close());

async function makeKey(draft: object = {}) {
  const owner = await makeUser(app.ctx);
  const browser = createClient(app.app, app.ctx, owner);
  const token = await browser.get(createToken, { name: 'key', unlimited_quota: true, ...draft });
  return { owner, browser, token };
}
type Key = Awaited<ReturnType<typeof makeKey>>;

const hour = () => Math.floor(now / 1000) + 3600;
const manage = (action: 'disable' | 'delete') => (key: Key) =>
  app.as('root').get(manageUser, { id: key.owner.id, action });

const refusals: [state: string, code: string, change: (key: Key) => unknown, draft?: () => object][] = [
  [
    'the key is disabled',
    'token_key_disabled',
    ({ browser, token }) => browser.get(updateToken, { id: token.id, status: 2, status_only: true }),
  ],
  ['the key has expired', 'token_key_expired', () => (now += 3_601_000), () => ({ expired_time: hour() })],
  [
    'the key is deleted',
    'token_key_unknown',
    ({ browser, token }) => browser.get(deleteTokens, { ids: [token.id] }),
  ],
  ['the address is not in allow_ips', 'token_key_address', () => {}, () => ({ allow_ips: '192.0.2.0/24' })],
  ['the owner is disabled', 'token_key_owner_disabled', manage('disable')],
  ['the owner is deleted', 'token_key_unknown', manage('delete')],
];

describe.each(['/api/log/token', '/api/usage/token'])('%s', (path) => {
  const read = (key: string, remoteAddress = '127.0.0.1') =>
    app.as('visitor').send('GET', path, { headers: { authorization: `Bearer sk-${key}` }, remoteAddress });

  test.each(refusals)('refuses a key when %s', async (_, code, change, draft) => {
    const key = await makeKey(draft?.());
    if (!draft) expect((await read(key.token.key)).body.success).toBe(true);
    await change(key);
    const { body } = await read(key.token.key);
    expect(body).toMatchObject({ success: false, code });
    expect(body.data).toBeUndefined();
  });

  test('answers a key from an address of allow_ips', async () => {
    const { token } = await makeKey({ allow_ips: '192.0.2.0/24' });
    expect((await read(token.key, '192.0.2.77')).body.success).toBe(true);
  });

  test('answers a key that has no quota left', async () => {
    const { token } = await makeKey({ unlimited_quota: false, remain_quota: 0 });
    expect((await read(token.key)).body.success).toBe(true);
    await app.ctx.db.updateTable('tokens').set({ status: 4 }).where('id', '=', token.id).execute();
    expect((await read(token.key)).body.success).toBe(true);
  });
});
