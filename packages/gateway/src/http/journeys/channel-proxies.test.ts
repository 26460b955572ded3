import {
  copyChannel,
  createChannel,
  type Endpoint,
  getChannel,
  type Input,
  listAudit,
  listChannels,
  updateChannel,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProxy, sealOldProxies } from '../../modules/channels/destination/channel-proxies.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { describeDatabases } from '../../testing/databases.ts';

const PASSWORD = 'canary%20pass-0001';
const setting = (proxy: string, more: object = {}) => JSON.stringify({ force_format: true, proxy, ...more });
const full = `socks5://me:${PASSWORD}@proxy.example:1080`;
const masked = 'socks5://me:***@proxy.example:1080';

describeDatabases('the password of a proxy', (database) => {
  let app: TestApp;
  let id: number;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create() });
    const draft = { type: 1, name: 'far', key: 'sk-far-canary-0001', models: 'm', setting: setting(full) };
    expect(await call(createChannel, draft)).toMatchObject({ success: true });
    id = (await rows()).at(-1)?.id ?? 0;
  });
  afterAll(() => app.close());

  const call = async <E extends Endpoint>(endpoint: E, input: Input<E>) =>
    (await app.as('root').call(endpoint, input)).body;
  const rows = () => app.ctx.db.selectFrom('channels').selectAll().orderBy('id').execute();
  /** The proxy that calls go through. */
  const usedBy = async (channelId = id) => {
    const row = (await rows()).find((each) => each.id === channelId);
    return row && openProxy(row, app.ctx.secrets);
  };
  const save = (text: string | null) => call(updateChannel, { id, setting: text });
  const key = 'sk-far-canary-0001';

  // @spec D190
  test('is used for calls and is never shown', async () => {
    expect(await usedBy()).toBe(full);
    const shown = await app.as('root').get(getChannel, { id });
    expect(shown.setting).toBe(setting(masked));
    const everything = JSON.stringify([
      shown,
      await app.as('root').get(listChannels, {}),
      await app.as('root').get(listAudit, {}),
      await rows(),
    ]);
    expect(everything).not.toContain('canary%20pass');
    expect(everything).not.toContain('canary pass');
    expect(shown).not.toHaveProperty('proxy_sealed');
  });

  test('is kept when the form sends the setting back as shown, or omits it', async () => {
    for (const text of [setting(masked), setting(masked, { thinking_to_content: true })]) {
      expect(await save(text)).toMatchObject({ success: true });
      expect(await usedBy()).toBe(full);
    }
    expect(await save(setting('socks5://me@proxy.example:1080'))).toMatchObject({ success: true });
    expect(await usedBy()).toBe(full);
    expect(await call(updateChannel, { id, name: 'farther' })).toMatchObject({ success: true });
    expect(await usedBy()).toBe(full);
  });

  test('is never sent to another proxy', async () => {
    for (const proxy of [
      'socks5://me:***@evil.example:1080',
      'socks5://you:***@proxy.example:1080',
      'http://me:***@proxy.example:1080',
    ])
      expect(await save(setting(proxy))).toMatchObject({ success: false, code: 'channel_proxy_again' });
    expect(await usedBy()).toBe(full);
    const draft = { type: 1, name: 'new', key: 'sk-new-canary-0001', models: 'm', setting: setting(masked) };
    expect(await call(createChannel, draft)).toMatchObject({ code: 'channel_proxy_again' });
    expect(await rows()).toHaveLength(1);
  });

  test('is copied with the channel', async () => {
    const { data } = await call(copyChannel, { id });
    const copyId = (data as { id: number }).id;
    expect(await usedBy(copyId)).toBe(full);
    expect((await app.as('root').get(getChannel, { id: copyId })).setting).not.toContain('canary');
  });

  test('is replaced by a new one and removed with the proxy', async () => {
    const other = 'http://me:other-canary@other.example:3128';
    expect(await call(updateChannel, { id, key, setting: setting(other) })).toMatchObject({ success: true });
    expect(await usedBy()).toBe(`${other}/`.replace(/\/$/, ''));
    expect(JSON.stringify(await rows())).not.toContain('other-canary');
    await call(updateChannel, { id, key, setting: setting('http://other.example:3128') });
    expect(await usedBy()).toBe('http://other.example:3128');
    expect((await rows()).find((each) => each.id === id)?.proxy_sealed).toBe('');
    await call(updateChannel, { id, key, setting: null });
    expect(await usedBy()).toBe('');
  });

  test('that an earlier version stored is sealed at the next start', async () => {
    await app.ctx.db
      .updateTable('channels')
      .set({ setting: setting(full), proxy_sealed: '' })
      .where('id', '=', id)
      .execute();
    for (let start = 0; start < 2; start += 1) {
      await sealOldProxies(app.ctx.db, app.ctx.secrets);
      expect(await usedBy()).toBe(full);
      expect(JSON.stringify(await rows())).not.toContain('canary%20pass');
    }
  });

  test('that cannot be decrypted blocks calls and does not bypass the proxy', async () => {
    await app.ctx.db
      .updateTable('channels')
      .set({ proxy_sealed: 'v1.broken.x.y' })
      .where('id', '=', id)
      .execute();
    expect(await usedBy()).toBe('unreadable:');
  });

  test('is refused when it cannot be separated from the rest of the address', async () => {
    expect(await save(setting('me:canary@proxy.example:1080'))).toMatchObject({
      success: false,
      code: 'invalid_input',
    });
  });
});
