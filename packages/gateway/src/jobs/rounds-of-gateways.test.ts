import { saveOption } from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '../core/context.ts';
import { trip } from '../modules/channels/health/channel-trip.ts';
import { refuse } from '../modules/channels/keys/channel-key-work.ts';
import * as rounds from '../modules/shared/rounds.ts';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { describeDatabases } from '../testing/databases.ts';
import { makeChannel, makeKeyring } from '../testing/factories.ts';
import { sharedKey } from '../testing/more-gateways.ts';
import { completion, type FakeUpstream, sendJson, startUpstream } from '../testing/upstream.ts';
import { canaryGuard } from './area-jobs.ts';
import { channelBalances, channelRecovery, channelTests } from './channel-rounds.ts';

const MINUTE_MS = 60_000;
const environment = {
  ...sharedKey,
  SSRF_ALLOW: '127.0.0.1/32',
  CHANNEL_TEST_FREQUENCY: '10',
  CHANNEL_UPDATE_FREQUENCY: '60',
};

describeDatabases('rounds of two gateways', (database) => {
  let clock = 2_000_000_000_000;
  let apps: TestApp[];
  let gateways: Context[];
  let upstream: FakeUpstream;
  beforeAll(async () => {
    upstream = await startUpstream();
    const now = () => clock;
    const first = await buildTestApp({ database: await database.create(), environment, now });
    apps = [first];
    const { databaseUrl } = first.ctx.config;
    if (databaseUrl) {
      const shared = { ...environment, DATABASE_URL: databaseUrl };
      apps.unshift(await buildTestApp({ setUp: false, environment: shared, now }));
    }
    gateways = apps.length > 1 ? apps.map(({ ctx }) => ctx) : [first.ctx, { ...first.ctx }];
    await first.as('root').get(saveOption, { key: 'AutomaticEnableChannelEnabled', value: 'true' });
    await Promise.all(gateways.map(({ options }) => options.reload()));
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await upstream.close();
  });
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    clock += 24 * 60 * MINUTE_MS;
    upstream.calls.length = 0;
    upstream.script = completion();
    for (const table of ['channel_keys', 'abilities', 'channels'] as const)
      await ctx().db.deleteFrom(table).execute();
  });
  afterEach(() => vi.useRealTimers());

  const ctx = () => gateways[0] as Context;
  const runEverywhere = (job: { run(ctx: Context): Promise<unknown> }) =>
    Promise.all(gateways.map((each) => job.run(each)));

  test('a tripped channel is probed once when both gateways look at the same time', async () => {
    const id = await makeChannel(ctx(), { base_url: upstream.url });
    await trip(ctx(), id, 'no credit');
    clock += 6 * MINUTE_MS;
    await runEverywhere(channelRecovery);
    expect(upstream.calls).toHaveLength(1);
  });

  test('a refused key is probed once when both gateways look at the same time', async () => {
    const keys = ['sk-two-gateways-0001', 'sk-two-gateways-0002'] as const;
    const id = await makeKeyring(ctx(), keys, { base_url: upstream.url });
    await refuse(ctx(), id, keys[0], 'no credit');
    clock += 6 * MINUTE_MS;
    await runEverywhere(channelRecovery);
    expect(upstream.calls).toHaveLength(1);
  });

  test('a gateway that lost its round does not act on the answer that it waited for', async () => {
    const id = await makeChannel(ctx(), { base_url: upstream.url });
    await trip(ctx(), id, 'no credit');
    clock += 6 * MINUTE_MS;
    let answer = () => {};
    upstream.script = (call, response) => {
      answer = () => completion()(call, response);
    };
    const lost = channelRecovery.run(ctx());
    await expect.poll(() => upstream.calls.length).toBe(1);
    vi.clearAllTimers();
    clock += 3 * MINUTE_MS;
    const next = await rounds.begin(gateways[1] as Context, 'channel-recovery');
    answer();
    await lost;
    expect(await rounds.progressOf(ctx(), 'channel-recovery')).toMatchObject({ running: true });
    const channel = ctx().db.selectFrom('channels').select('status').where('id', '=', id);
    expect(await channel.executeTakeFirstOrThrow()).toEqual({ status: 3 });
    await next?.end();
  });

  test('balances are requested once while a provider is silent for longer than three minutes', async () => {
    await makeChannel(ctx(), { type: 12, base_url: upstream.url });
    let answer = () => {};
    upstream.script = (_, response) => {
      answer = () => sendJson(response, 200, { total_remaining: 6 });
    };
    const round = channelBalances.run(ctx());
    await expect.poll(() => upstream.calls.length).toBe(1);
    clock += 4 * MINUTE_MS;
    vi.advanceTimersByTime(4 * MINUTE_MS);
    await expect.poll(readHeartbeat('channel-balances')).toBe(clock);
    clock += 1000;
    await channelBalances.run(gateways[1] as Context);
    const callCount = upstream.calls.length;
    answer();
    await round;
    expect(callCount).toBe(1);
  });

  test('all channels are tested once when both gateways find the test due', async () => {
    await makeChannel(ctx(), { base_url: upstream.url });
    await runEverywhere(channelTests);
    const ended = async () => (await roundOf('channel-tests'))?.ended_at;
    await expect.poll(ended, { timeout: 20_000 }).toBeGreaterThan(0);
    await runEverywhere(channelTests);
    expect(upstream.calls).toHaveLength(1);
  });

  test('canaries are checked once in fifteen seconds, whichever gateway is first', async () => {
    const started = async () => (await roundOf('area-guard'))?.started_at;
    await canaryGuard.run(ctx());
    const first = await started();
    clock += 14_000;
    await canaryGuard.run(gateways[1] as Context);
    expect(await started()).toBe(first);
    clock += 1000;
    await canaryGuard.run(gateways[1] as Context);
    expect(await started()).toBe(Math.floor(clock / 1000));
  });

  const roundOf = (name: string) =>
    ctx().db.selectFrom('rounds').selectAll().where('name', '=', name).executeTakeFirst();
  const readHeartbeat = (name: string) => async () => (await roundOf(name))?.beat_at;
});
