import { cleanLogs, exportOwnLogs, listLogs, listRedemptions } from '@tollgate/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogDb } from '../../db/schema.ts';
import { retain } from '../../modules/usage/log-cleaning.ts';
import { countBefore } from '../../modules/usage/repository/log-cleaning.ts';
import { record } from '../../modules/usage/repository/logs.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { makeLogs } from '../../testing/factories.ts';
import { makeManyLogs } from '../../testing/many-logs.ts';

/** A gateway whose audit log never ends: a list of it waits forever. */
let app: TestApp;
let address: string;

beforeAll(async () => {
  app = await buildTestApp({ readers: true });
  const { db } = app.ctx;
  await sql`drop table audit_log`.execute(db);
  await sql`create view audit_log as
    with recursive n (id) as (select 1 union all select id + 1 from n where id > 0)
    select id, id as at, 0 as actor_id, '' as actor_name, '' as ip, '' as request_id, '' as action, '' as target,
      '' as before, '' as after, '' as prev_hash, '' as hash from n`.execute(db);
  await sql`create trigger audit_log_takes_rows instead of insert on audit_log begin select 1; end`.execute(
    db,
  );
  await makeLogs(app.ctx, [{ user_id: app.people.root.id, username: 'root', quota: 7 }]);
  address = await app.listen();
});
afterAll(() => app.close());

async function openAudit(signal: AbortSignal): Promise<unknown> {
  const headers = {
    cookie: `sid=${await app.as('root').cookie()}`,
    'new-api-user': String(app.people.root.id),
  };
  return fetch(`${address}/api/audit?p=1`, { headers, signal }).catch(() => 'left');
}

test('lists answer the same when another process reads them', async () => {
  const { items } = await app.as('root').get(listLogs, {});
  expect(items.map(({ quota }) => quota)).toEqual([7]);
  expect((await app.as('root').get(listRedemptions, {})).items).toEqual([]);
  expect((await app.as('root').callLoosely(exportOwnLogs, {})).text).toContain(',7,');
});

test('a list is answered when callers gave up the lists before it', async () => {
  const leaver = new AbortController();
  const left = [openAudit(leaver.signal), openAudit(leaver.signal)];
  const { body } = await Promise.race([
    app.as('admin').call(listLogs, {}),
    new Promise<never>((_, reject) => setTimeout(reject, 4000, new Error('others wait too'))),
  ]);
  expect(body.success).toBe(true);

  const own = app.as('root').get(listLogs, {});
  setTimeout(() => leaver.abort(), 100);
  expect(await Promise.all(left)).toEqual(['left', 'left']);
  expect((await own).items).toHaveLength(1);
});

test('a caller with many open lists is refused with a request to try again', async () => {
  const leaver = new AbortController();
  const open = Array.from({ length: 15 }, () => openAudit(leaver.signal));
  const refused = (await Promise.race(open)) as Response;
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({
    success: false,
    code: 'reads_busy',
    message: 'Many people are reading lists and exports right now. Try again in a moment.',
  });
  leaver.abort();
  await Promise.all(open);
}, 20_000);

const OLD_ROWS = 20_000;

test('rows of calls are written between the slices of a cleaning', async () => {
  const { ctx } = app;
  await makeManyLogs(ctx.logDb, OLD_ROWS);
  const cleaned = app.as('admin').get(cleanLogs, { target_timestamp: OLD_ROWS + 1 });
  const written: string[] = [];
  const remaining: number[] = [];
  let isCleaning = true;
  void cleaned.finally(() => {
    isCleaning = false;
  });
  while (isCleaning) {
    const request_id = `call-${written.length}`;
    await record(ctx.logDb, [{ request_id, user_id: 1, created_at: OLD_ROWS + 5, type: 2, channel_id: 1 }]);
    written.push(request_id);
    remaining.push(await countBefore(ctx.logDb, OLD_ROWS + 1, OLD_ROWS));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await cleaned).toBeGreaterThan(0);
  // A single slice would leave all rows or none.
  expect(remaining.filter((count) => count > 0 && count < OLD_ROWS)).not.toEqual([]);
  await retain(ctx);
  const left = await ctx.logDb
    .selectFrom('logs')
    .select('request_id')
    .where('created_at', '<', OLD_ROWS + 10)
    .execute();
  expect(left.map(({ request_id }) => request_id).sort()).toEqual(written.sort());
}, 60_000);

test('old rows are deleted on another connection than the one that writes the rows of calls', async () => {
  const { logDb } = app.ctx;
  await makeManyLogs(logDb, OLD_ROWS);
  const before = await changesOf(logDb);
  expect(await app.as('admin').get(cleanLogs, { target_timestamp: OLD_ROWS + 1 })).toBeGreaterThan(1000);
  expect((await changesOf(logDb)) - before).toBeLessThan(100);
}, 60_000);

/** Rows that a connection to SQLite has changed since it was opened. */
async function changesOf(db: LogDb): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return Number(rows[0]?.changes);
}
