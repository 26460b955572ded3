import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/app.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { makeLogs } from '../../../testing/factories.ts';
import { type StrictS3, s3Account, startStrictS3 } from '../../../testing/strict-s3.ts';
import { countWaiting, deleteSent, listWaiting } from '../repository/streamed-rows.ts';
import { sendRows } from './send-rows.ts';

describeDatabases('the stream of rows', (database) => {
  let store: StrictS3;
  let app: TestApp;
  let now = 0;
  beforeEach(async () => {
    store = await startStrictS3();
    now = Date.now();
    app = await buildTestApp({
      database: await database.create(),
      now: () => now,
      environment: {
        LOG_STREAM_URL: `${store.url}/bucket/usage log/`,
        LOG_STREAM_REGION: s3Account.region,
        LOG_STREAM_ACCESS_KEY_ID: s3Account.keyId,
        LOG_STREAM_SECRET_ACCESS_KEY: s3Account.secret,
      },
    });
  });
  afterEach(async () => {
    await app.close();
    await store.close();
  });

  const sentRows = () =>
    [...store.objects.values()].flatMap((text) =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { request_id: string; quota: number; content: string }),
    );

  test('copies each row once, as signed objects of one JSON a line', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => ({
      request_id: `r${n}`,
      quota: n,
      content: '笔记\n🚦',
    }));
    await makeLogs(app.ctx, rows);
    expect(await sendRows(app.ctx)).toBe(0); // Waits for more rows.
    now = Date.now() + 61_000;
    expect(await sendRows(app.ctx)).toBe(250);
    expect(sentRows().map(({ request_id, quota }) => [request_id, quota])).toEqual(
      rows.map(({ request_id, quota }) => [request_id, quota]),
    );
    expect(sentRows()[0]).toMatchObject({ content: '笔记\n🚦', user_id: 1, type: 2 });
    expect([...store.objects.keys()]).toEqual([
      expect.stringMatching(/^\/bucket\/usage%20log\/\d{4}\/\d\d\/\d\d\/\d\d\/\d{12}-[0-9a-f]{16}\.ndjson$/),
    ]);
    expect(await sendRows(app.ctx)).toBe(0);
  });

  test('keeps rows while the store refuses them, and says how far it is behind', async () => {
    await makeLogs(app.ctx, [{ request_id: 'a' }]);
    now = Date.now() + 90_000;
    store.fail(1);
    await expect(sendRows(app.ctx)).rejects.toThrow('503');
    expect(await countWaiting(app.ctx.logDb, 10)).toBe(1);
    expect(await sendRows(app.ctx)).toBe(1);
    expect(sentRows()).toHaveLength(1);
  });

  test('writes an object again under its name when a crash left its rows in the queue', async () => {
    await makeLogs(app.ctx, [{ request_id: 'a' }, { request_id: 'b' }]);
    now = Date.now() + 61_000;
    const waiting = await listWaiting(app.ctx.logDb, 10);
    await sendRows(app.ctx);
    // The process died after the store took the object: the rows are in the queue still.
    await app.ctx.logDb.insertInto('streamed_rows').values(waiting).execute();
    await sendRows(app.ctx);
    expect(store.puts).toHaveLength(2);
    expect(new Set(store.puts).size).toBe(1);
    expect(sentRows().map(({ request_id }) => request_id)).toEqual(['a', 'b']);
  });

  test('keeps all rows when the store carries out a request of a frozen gateway late', async () => {
    await makeLogs(app.ctx, [{ request_id: 'a' }]);
    now = Date.now() + 61_000;
    const arrived = Promise.withResolvers<void>();
    const thawed = Promise.withResolvers<void>();
    store.hooks.beforeStore = () => {
      store.hooks.beforeStore = undefined;
      arrived.resolve();
      return thawed.promise;
    };
    const late = sendRows(app.ctx);
    await arrived.promise;
    await makeLogs(app.ctx, [{ request_id: 'b' }]);
    now += 180_000; // Another gateway takes over.
    expect(await sendRows(app.ctx)).toBe(2);
    thawed.resolve();
    await late;
    expect(new Set(sentRows().map(({ request_id }) => request_id))).toEqual(new Set(['a', 'b']));
    expect(await countWaiting(app.ctx.logDb, 10)).toBe(0);
  });

  test('goes on behind rows that were deleted for their age', async () => {
    await makeLogs(app.ctx, [{ request_id: 'a' }]);
    await app.ctx.logDb.deleteFrom('logs').execute();
    now = Date.now() + 61_000;
    expect(await sendRows(app.ctx)).toBe(1);
    expect(store.objects.size).toBe(0);
    await deleteSent(app.ctx.logDb, []);
    expect(await countWaiting(app.ctx.logDb, 10)).toBe(0);
  });
});
