import { getChannelHealth } from '@tollgate/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { healthColumns } from '../../../core/health-columns.ts';
import type { LogDb } from '../../../db/schema.ts';
import { buildTestApp, type TestApp } from '../../../testing/app.ts';
import { makeChannel } from '../../../testing/factories.ts';

const CHANNELS = 100;
const DAY = 86_400;
const now = 1_800_000_000;
/** As many as ten million calls make, of 100 channels that are always in use. */
const stored = [
  { span: 60, days: 8 },
  { span: 3600, days: 100 },
  { span: DAY, days: 400 },
];
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ readers: true, now: () => now * 1000 });
  for (let index = 0; index < CHANNELS; index += 1) await makeChannel(app.ctx, { name: `channel ${index}` });
  for (const { span, days } of stored) await fill(app.ctx.logDb, span, Math.ceil((days * DAY) / span));
}, 300_000);
afterAll(() => app.close());

async function fill(logDb: LogDb, span: number, count: number): Promise<void> {
  const last = now - (now % span);
  await sql`with recursive starts(n) as (select 0 union all select n + 1 from starts where n < ${count}),
      channels(id) as (select 1 union all select id + 1 from channels where id < ${CHANNELS})
    insert into channel_health (span, channel_id, created_at, ${sql.join(healthColumns.map((name) => sql.ref(name)))})
    select ${span}, id, ${last} - n * ${span}, ${sql.join(healthColumns.map((_, index) => sql`(n + ${index}) % 7`))}
    from channels, starts order by id, n desc`.execute(logDb);
}

test.each([
  ['the last hour', now - 3600],
  ['the last day', now - DAY],
  ['the last week', now - 7 * DAY - 4321],
  ['three months', now - 99 * DAY - 4321],
  ['a year', now - 365 * DAY],
])('the health of a hundred channels over %s is read within 300 ms', async (_, start_timestamp) => {
  const read = () => app.as('admin').get(getChannelHealth, { start_timestamp, page_size: CHANNELS });
  const times: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    const startedAt = performance.now();
    const { items } = await read();
    times.push(performance.now() - startedAt);
    expect(items).toHaveLength(CHANNELS);
    expect(items[0]?.calls).toBeGreaterThan(0);
  }
  expect(Math.min(...times)).toBeLessThan(300);
});
