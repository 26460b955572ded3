import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '../../core/context.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { describeDatabases } from '../../testing/databases.ts';
import * as rounds from './rounds.ts';

const MINUTE_MS = 60_000;
const HEARTBEAT_MS = 15_000;

describeDatabases('rounds', (database) => {
  let app: TestApp;
  let ctx: Context;
  let clock = 2_000_000_000_000;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create(), setUp: false, now: () => clock });
    ctx = app.ctx;
  });
  afterAll(() => app.close());
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    clock += 24 * 60 * MINUTE_MS;
  });
  afterEach(() => vi.useRealTimers());

  const begin = (options?: rounds.RoundOptions) => rounds.begin(ctx, 'channel-tests', options);
  const progress = () => rounds.progressOf(ctx, 'channel-tests');
  /** Ends the process without releasing the round. */
  const killHolder = () => {
    vi.clearAllTimers();
    clock += 3 * MINUTE_MS;
  };

  async function startRound(options?: rounds.RoundOptions): Promise<rounds.Round> {
    const round = await begin(options);
    if (!round) throw new Error('another round is running');
    return round;
  }

  test('a round begins once when several processes want it at the same time', async () => {
    const begun = (await Promise.all([begin(), begin(), begin()])).filter((round) => round !== undefined);
    expect(begun).toHaveLength(1);
    await begun[0]?.end();
    expect(await progress()).toMatchObject({ running: false });
  });

  test('a round stays with its holder while one step takes ten minutes', async () => {
    const round = await startRound({ total: 3 });
    for (let heartbeats = 0; heartbeats < 40; heartbeats += 1) {
      clock += HEARTBEAT_MS;
      vi.advanceTimersByTime(HEARTBEAT_MS);
      await expect.poll(async () => (await row()).beat_at).toBe(clock);
    }
    expect(await begin()).toBeUndefined();
    await round.advance({ done: 1, failed: 0 });
    expect(await progress()).toMatchObject({ running: true, total: 3, done: 1 });
    await round.end();
  });

  test('a round is free again when its holder sends no heartbeat', async () => {
    await startRound();
    killHolder();
    const next = await startRound();
    await next.end();
  });

  test('a holder that lost its round cannot continue', async () => {
    const lost = await startRound();
    killHolder();
    const next = await startRound({ total: 7 });
    await expect(lost.assertHeld()).rejects.toThrow(rounds.RoundLostError);
    await expect(lost.advance({ done: 5, failed: 5 })).rejects.toThrow(rounds.RoundLostError);
    expect(await progress()).toMatchObject({ running: true, total: 7, done: 0 });
    await next.end();
  });

  test('a holder that lost its round does not end that of its successor', async () => {
    const lost = await startRound();
    killHolder();
    const next = await startRound();
    await lost.end();
    expect(await begin()).toBeUndefined();
    await next.end();
    expect(await progress()).toMatchObject({ running: false });
  });

  test('a round does not begin when the last one started too recently', async () => {
    await (await startRound({ everySeconds: 60 })).end();
    clock += 59_000;
    expect(await begin({ everySeconds: 60 })).toBeUndefined();
    clock += 1000;
    await (await startRound({ everySeconds: 60 })).end();
  });

  test('a round ends when its work fails', async () => {
    const work = () => Promise.reject(new Error('the work failed'));
    await expect(rounds.run(ctx, 'channel-tests', {}, work)).rejects.toThrow('the work failed');
    expect(await progress()).toMatchObject({ running: false });
  });

  const row = () =>
    ctx.db.selectFrom('rounds').selectAll().where('name', '=', 'channel-tests').executeTakeFirstOrThrow();
});
