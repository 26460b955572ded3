import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRequestId } from '../../http/request-id.ts';
import { audit } from '../../ledger/index.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { reservation, usageRecord } from '../../testing/ledger.ts';
import { deleteBefore } from '../../testing/logs.ts';
import { retain } from './log-cleaning.ts';
import { findHorizon, moveHorizon } from './repository/log-cleaning.ts';

const DAY_SECONDS = 86_400;

describeDatabases('cleaning of the usage log', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ database: await database.create() });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.ctx.logDb.deleteFrom('log_horizon').execute();
    await app.ctx.logDb.deleteFrom('attempts').execute();
  });

  const attempt = (request_id: string, values: { id?: number; started_at?: number } = {}) =>
    app.ctx.logDb
      .insertInto('attempts')
      .values({
        ...{ request_id, n: 1, channel_id: 1, error_class: 'server_error', status: 500 },
        ...{ started_at: app.ctx.now(), ended_at: app.ctx.now(), ...values },
      })
      .execute();
  const attempts = async () =>
    (await app.ctx.logDb.selectFrom('attempts').select('request_id').orderBy('id').execute()).map(
      ({ request_id }) => request_id,
    );

  test('the horizon stays at the newest of many values that are written at the same time', async () => {
    const { logDb } = app.ctx;
    for (let round = 1; round <= 10; round += 1) {
      const values = Array.from({ length: 8 }, (_, index) => round * 100 + ((index * 5) % 8));
      await Promise.all(values.map((value) => moveHorizon(logDb, value)));
      expect(await findHorizon(logDb)).toBe(round * 100 + 7);
    }
  });

  test('the horizon of a manual deletion stays when a job writes an older one that it computed before', async () => {
    const { logDb } = app.ctx;
    await moveHorizon(logDb, 500);
    const jobReadsFirst = afterFirstQuery(() => moveHorizon(logDb, 900));
    await moveHorizon(jobReadsFirst, 600);
    expect(await findHorizon(logDb)).toBe(900);
  });

  test('failed attempts are deleted after a month while the log is kept for ever', async () => {
    expect(app.ctx.options.current.LogRetentionDays).toBe(0);
    await attempt('old', { started_at: app.ctx.now() - 31 * DAY_SECONDS * 1000 });
    await attempt('young', { started_at: app.ctx.now() - 29 * DAY_SECONDS * 1000 });
    await retain(app.ctx);
    expect(await attempts()).toEqual(['young']);
  });

  test('the newest million failed attempts stay when there are more', async () => {
    await attempt('first', { id: 3_000_000 });
    await attempt('second', { id: 3_000_001 });
    await attempt('last', { id: 4_000_000 });
    await retain(app.ctx);
    expect(await attempts()).toEqual(['second', 'last']);
  });

  test('the audit finds no fault when retention has deleted the row of a call that was charged days later', async () => {
    const { ctx } = app;
    const began = Math.floor(Date.now() / 1000) - 5 * DAY_SECONDS;
    const { call } = await chargeCall(began);
    await deleteBefore(ctx.logDb, began + DAY_SECONDS);
    expect(await rowOf(call)).toBeUndefined();
    expect(await faults()).toEqual([]);
  });

  test('the audit finds no fault when rows are deleted while it reads', async () => {
    const { ctx } = app;
    const { call } = await chargeCall(Math.floor(Date.now() / 1000) - 4 * DAY_SECONDS);
    const before = Math.floor(Date.now() / 1000) - 3 * DAY_SECONDS;
    const logDb = afterFirstQuery(() => deleteBefore(ctx.logDb, before));
    const { failures } = await audit(ctx.db, logDb, { graceSeconds: -60 });
    expect(await rowOf(call)).toBeUndefined();
    expect(failures).toEqual([]);
  });

  test('the audit finds a charge without a row when the call began after what retention deleted', async () => {
    const { ctx } = app;
    const began = Math.floor(Date.now() / 1000) - 2 * DAY_SECONDS;
    const { call } = await chargeCall(began);
    await deleteBefore(ctx.logDb, began - DAY_SECONDS);
    const row = await rowOf(call);
    await ctx.logDb.deleteFrom('logs').where('request_id', '=', call).execute();
    expect(await faults()).toMatchObject([{ id: 'I8', count: 1, examples: [call] }]);
    if (row) await ctx.logDb.insertInto('logs').values(row).execute();
  });

  /** Charges a call that began at `began` (seconds) now, as a gateway does that starts again after days. */
  async function chargeCall(began: number): Promise<{ call: string }> {
    const { ctx, people } = app;
    const call = createRequestId(began * 1000);
    const order = reservation({ id: call, userId: people.user.id, tokenId: null, amount: 0 });
    expect(await ctx.ledger.reserve(order)).toBe('ok');
    await ctx.ledger.settle(call, 5, usageRecord({ created_at: began }));
    await ctx.ledger.settled();
    return { call };
  }

  /** Returns the log database of a caller that is interrupted once. */
  function afterFirstQuery(interrupt: () => Promise<unknown>) {
    let isFirst = true;
    return app.ctx.logDb.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst) {
          isFirst = false;
          await interrupt();
        }
        return result;
      },
    });
  }

  const rowOf = (call: string) =>
    app.ctx.logDb.selectFrom('logs').selectAll().where('request_id', '=', call).executeTakeFirst();

  async function faults() {
    const { failures } = await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: -60 });
    return failures;
  }
});
