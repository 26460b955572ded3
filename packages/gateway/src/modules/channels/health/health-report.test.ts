import { getChannelHealth } from '@tollgate/contract';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { healthColumns } from '../../../core/health-columns.ts';
import type { LogDb } from '../../../db/schema.ts';
import { buildTestApp, type TestApp } from '../../../testing/app.ts';
import { makeChannel } from '../../../testing/factories.ts';
import { report } from './health-report.ts';

const CHANNELS = 3;
/** Of one channel: the days of a year, with the hours and minutes at both ends, and the hours of the strip. */
const MOST_ROWS = 370 + 2 * 23 + 2 * 59 + 24;
const DAY = 86_400;
const now = 1_800_000_000;
/** Of channels that are always in use. */
const stored = [
  { span: 60, days: 8 },
  { span: 3600, days: 100 },
  { span: DAY, days: 400 },
];
let app: TestApp;
let logReader: LogDb;
const queries: CompiledQuery[] = [];

beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  for (let index = 0; index < CHANNELS; index += 1) await makeChannel(app.ctx, { name: `channel ${index}` });
  for (const { span, days } of stored) await fill(app.ctx.logDb, span, Math.ceil((days * DAY) / span));
  logReader = app.ctx.logReader.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(app.ctx.logReader.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
});
beforeEach(() => {
  queries.length = 0;
});
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
])(
  'the health of channels over %s reads ranges of the key, a few hundred rows a channel',
  async (_, from) => {
    const input = getChannelHealth.input.parse({ start_timestamp: from, page_size: CHANNELS });
    const { items } = await report({ ...app.ctx, logReader }, input);
    expect(items).toHaveLength(CHANNELS);
    expect(items[0]?.calls).toBeGreaterThan(0);

    const reads = queries.filter((query) => query.sql.includes('channel_health'));
    for (const query of reads)
      expect(await planOf(query)).toMatch(
        /^SEARCH channel_health USING (PRIMARY KEY|INDEX \S+) \(span=\? AND channel_id=\? AND created_at>\? AND created_at<\?\)$/m,
      );
    const counts = await Promise.all(reads.map(countRows));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_ROWS * CHANNELS);
  },
);

async function planOf({ sql, parameters }: CompiledQuery): Promise<string> {
  const { rows } = await run<{ detail: string }>(`explain query plan ${sql}`, parameters);
  return rows.map(({ detail }) => detail).join('\n');
}

/** Returns how many rows of the table the query reads. */
async function countRows({ sql, parameters }: CompiledQuery): Promise<number> {
  const condition = /\bwhere (.*?)( group by|$)/s.exec(sql)?.[1];
  const { rows } = await run<{ count: number }>(
    `select count(*) as count from channel_health where ${condition}`,
    parameters,
  );
  return Number(rows[0]?.count);
}

function run<R>(text: string, parameters: readonly unknown[]) {
  return app.ctx.logDb.executeQuery<R>(CompiledQuery.raw(text, [...parameters]));
}
