import { getChannel, getChannelTests, saveOption } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trip } from '../modules/channels/health/channel-trip.ts';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { makeChannel } from '../testing/factories.ts';
import { completion, type FakeUpstream, sendJson, startUpstream } from '../testing/upstream.ts';
import { channelBalances, channelRecovery, channelTests } from './channel-rounds.ts';

let clock = 2_000_000_000_000;
let app: TestApp;
let upstream: FakeUpstream;
beforeAll(async () => {
  upstream = await startUpstream();
  const environment = {
    SSRF_ALLOW: '127.0.0.1/32',
    CHANNEL_TEST_FREQUENCY: '10',
    CHANNEL_UPDATE_FREQUENCY: '60',
  };
  app = await buildTestApp({ environment, now: () => clock });
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});

test('channels are tested automatically as often as the operator wants', async () => {
  await makeChannel(app.ctx, { base_url: upstream.url });
  const runRound = async () => {
    await channelTests.run(app.ctx);
    await expect
      .poll(async () => (await app.as('admin').get(getChannelTests, {})).running, { timeout: 20_000 })
      .toBe(false);
    return upstream.calls.length;
  };
  expect(await runRound()).toBe(1);
  expect(await runRound()).toBe(1);
  clock += 9 * 60_000;
  expect(await runRound()).toBe(1);
  clock += 60_000;
  expect(await runRound()).toBe(2);
});

test('balances are updated automatically as often as the operator wants', async () => {
  await makeChannel(app.ctx, { type: 12, base_url: upstream.url });
  upstream.script = (_, response) => sendJson(response, 200, { total_remaining: 6 });
  const balance = async () => {
    await channelBalances.run(app.ctx);
    const rows = await app.ctx.db.selectFrom('channels').select('balance').where('type', '=', 12).execute();
    return rows[0]?.balance;
  };
  expect(await balance()).toBe(6);
  upstream.script = (_, response) => sendJson(response, 200, { total_remaining: 4 });
  expect(await balance()).toBe(6);
  clock += 3_600_000;
  expect(await balance()).toBe(4);
});

test('a disabled channel is probed after five minutes, then ever more rarely, and comes back when it works', async () => {
  const id = await makeChannel(app.ctx, { base_url: upstream.url, models: 'gpt-4o-mini' });
  await trip(app.ctx, id, 'no credit');
  const show = () => app.as('admin').get(getChannel, { id });
  const tries = async (minutes: number) => {
    clock += minutes * 60_000;
    const before = upstream.calls.length;
    await channelRecovery.run(app.ctx);
    return upstream.calls.length - before;
  };
  upstream.script = (_, response) => sendJson(response, 402, { error: { message: 'no credit' } });
  expect(await tries(6)).toBe(0);
  await app.as('root').get(saveOption, { key: 'AutomaticEnableChannelEnabled', value: 'true' });
  expect(await tries(0)).toBe(1);
  expect(await tries(5)).toBe(0);
  expect(await tries(1)).toBe(1);
  expect(await tries(11)).toBe(0);
  expect(await show()).toMatchObject({ status: 3 });
  expect(JSON.parse((await show()).other_info)).toMatchObject({ status_reason: 'no credit' });
  upstream.script = completion();
  expect(await tries(1)).toBe(1);
  expect(await show()).toMatchObject({ status: 1, other_info: '' });
  expect(await tries(600)).toBe(0);
});
