import { listChannelKeys, setChannelKeys } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { channelRecovery } from '../../jobs/channel-rounds.ts';
import { createRouting } from '../../modules/channels/routing/routing.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeKeyring } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, fail } from '../../testing/upstream.ts';

const keys = ['sk-rotating-key-0001', 'sk-rotating-key-0002', 'sk-rotating-key-0003'] as const;

describeDatabases('several keys of a channel', (database) => {
  let lab: RelayLab;
  let id: number;
  let clock = Date.now();
  const refused = new Set<string>();

  beforeAll(async () => {
    lab = await startRelayLab({ database: await database.create(), channel: false, now: () => clock });
    await lab.option('AutomaticDisableChannelEnabled', true);
    lab.upstream.script = (request, response) =>
      refused.has(request.headers.authorization?.slice(7) ?? '')
        ? fail(401, { error: { message: 'Incorrect key', code: 'invalid_api_key' } })(request, response)
        : completion()(request, response);
  });
  afterAll(() => lab.close());
  beforeEach(async () => {
    await lab.ctx.db.deleteFrom('abilities').execute();
    await lab.ctx.db.deleteFrom('channel_keys').execute();
    await lab.ctx.db.deleteFrom('channels').execute();
    await lab.option('RetryTimes', 1);
    await lab.option('AutomaticEnableChannelEnabled', false);
    refused.clear();
    id = await makeKeyring(lab.ctx, keys, { base_url: lab.upstream.url });
    lab.upstream.calls.length = 0;
  });

  const used = () => lab.upstream.calls.splice(0).map(({ headers }) => headers.authorization?.slice(7));
  const list = () => lab.as('admin').get(listChannelKeys, { id });
  const statuses = async () => (await list()).map(({ status }) => status);
  async function call(times: number) {
    for (let time = 0; time < times; time += 1) expect((await lab.chat()).status).toBe(200);
    return used();
  }
  async function setStatus(place: number, status: 1 | 2) {
    const key = (await list())[place]?.id as string;
    await lab.as('admin').get(setChannelKeys, { id, keys: [key], status });
  }

  test('a key is skipped while it is turned off by hand', async () => {
    await setStatus(1, 2);
    expect(await call(4)).toEqual([keys[0], keys[2], keys[0], keys[2]]);
    await setStatus(1, 1);
    expect(new Set(await call(3))).toEqual(new Set(keys));
  });

  test('a call continues with another key when its key is rejected and no other channel is left', async () => {
    refused.add(keys[0]);
    expect(await call(1)).toEqual([keys[0], keys[1]]);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([3, 1, 1]);
    expect((await list())[0]).toMatchObject({ reason: 'Incorrect key', since: Math.floor(clock / 1000) });
    expect(await call(4)).not.toContain(keys[0]);
  });

  test('a call continues with another key when its key is rate limited, and the key stays on', async () => {
    const { script } = lab.upstream;
    lab.upstream.script = (request, response) =>
      request.headers.authorization === `Bearer ${keys[0]}`
        ? fail(429, { error: { message: 'Slow down' } }, { 'retry-after': '20' })(request, response)
        : script(request, response);
    expect(await call(1)).toEqual([keys[0], keys[1]]);
    expect(await call(2)).toEqual([keys[2], keys[0], keys[1]]);
    lab.upstream.script = script;
    expect(await statuses()).toEqual([1, 1, 1]);
  });

  test('other channels are tried before another key of the same channel', async () => {
    await lab.channel({ priority: -1, key: 'sk-another-channel-0001' });
    refused.add(keys[0]);
    expect(await call(1)).toEqual([keys[0], 'sk-another-channel-0001']);
  });

  test('a rejected key is skipped by a restarted gateway and by others on the database', async () => {
    refused.add(keys[1]);
    await call(3);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([1, 3, 1]);
    const routes = await createRouting(lab.ctx).routes();
    const channel = routes.channel(id);
    expect([channel?.key(), channel?.key(), channel?.key()]).toEqual([keys[0], keys[2], keys[0]]);
  });

  test('rejected keys are retried after five minutes, then less often, and return when they work', async () => {
    refused.add(keys[0]);
    refused.add(keys[1]);
    await lab.option('RetryTimes', 2);
    await call(4);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([3, 3, 1]);
    const tries = async (minutes: number) => {
      clock += minutes * 60_000;
      used();
      await channelRecovery.run(lab.ctx);
      return used().sort();
    };
    expect(await tries(6)).toEqual([]);
    await lab.option('AutomaticEnableChannelEnabled', true);
    expect(await tries(0)).toEqual([keys[0], keys[1]]);
    refused.delete(keys[1]);
    expect(await tries(5)).toEqual([]);
    expect(await tries(1)).toEqual([keys[0], keys[1]]);
    expect(await statuses()).toEqual([3, 1, 1]);
    expect(await tries(11)).toEqual([]);
    expect(await tries(1)).toEqual([keys[0]]);
  });

  test('a channel without enabled keys is enabled again with the first that works', async () => {
    for (const key of keys) refused.add(key);
    await lab.option('RetryTimes', 3);
    expect((await lab.chat()).status).toBe(502);
    const status = async () =>
      (
        await lab.ctx.db
          .selectFrom('channels')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status;
    await expect.poll(status, { timeout: 10_000 }).toBe(3);
    await lab.option('AutomaticEnableChannelEnabled', true);
    refused.delete(keys[2]);
    clock += 6 * 60_000;
    await channelRecovery.run(lab.ctx);
    expect(await status()).toBe(1);
    expect(await statuses()).toEqual([3, 3, 1]);
    used();
    expect(await call(2)).toEqual([keys[2], keys[2]]);
  });

  test('a channel is skipped when its key cannot be decrypted', async () => {
    await lab.ctx.db.updateTable('channels').set({ key_sealed: 'v1.00000000.bm9uZQ.bm9uZQ' }).execute();
    const other = 'sk-rotating-other-0001';
    await makeKeyring(lab.ctx, [other], { base_url: lab.upstream.url, priority: -1 });
    expect(await call(2)).toEqual([other, other]);
  });
});
