import { LogType } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { describeClickhouse } from '../../../../testing/clickhouse/describe-clickhouse.ts';
import { wrongSums } from '../../../../testing/logs.ts';
import { countBefore, deleteSlice, moveHorizon } from '../log-cleaning.ts';
import { count, findPlace, list, sum } from '../log-queries.ts';
import { type NewLogRow, record } from '../logs.ts';
import { listKnown } from '../margin-sums.ts';
import { listTokenDays } from '../usage-sums.ts';
import { closeHours, findWatermark } from './close-hours.ts';

const HOUR = 3600;
const MONDAY = Date.UTC(2026, 0, 5) / 1000;
const now = MONDAY + 30 * 86_400;

describeClickhouse('the usage log', (clickhouse) => {
  test('counts a row once however often it is written', async () => {
    const { logDb, dispose } = await clickhouse.open();
    const rows = [row('a', { quota: 1 }), row('b', { quota: 2 }), row('off', { quota: 4, unlogged: true })];
    for (let n = 0; n < 3; n += 1) await record(logDb, rows);
    const check = async () => {
      expect(await count(logDb, {})).toBe(2);
      expect((await sum(logDb, {}, now)).quota).toBe(3);
      expect((await sum(logDb, { userId: 1 }, now)).quota).toBe(3);
      const [day] = await listTokenDays(logDb, [7], { from: MONDAY, to: now });
      expect(day).toMatchObject({ count: 3, quota: 7, token_used: 45 });
    };
    await check();
    await closeHours(logDb, now);
    await check();
    await record(logDb, rows);
    await closeHours(logDb, now);
    await check();
    await dispose();
  });

  test('replaces the row of a failed call by its charge', async () => {
    const { logDb, dispose } = await clickhouse.open();
    await record(logDb, [row('a', { quota: 5 })]);
    await record(logDb, [row('a', { type: LogType.error, quota: 0 })]);
    const rows = await list(logDb, {}, { offset: 0, limit: 10 });
    expect(rows.map(({ type, quota }) => [type, quota])).toEqual([[LogType.consumption, 5]]);
    await dispose();
  });

  test('has the same sums from closed hours as from rows, also after late rows', async () => {
    const { logDb, dispose } = await clickhouse.open();
    const rows = Array.from({ length: 60 }, (_, n) =>
      row(`r${n}`, {
        created_at: now - (n % 5) * HOUR - n,
        quota: n,
        model_name: `m${n % 3}`,
        token_id: n % 2,
        channel_id: n % 4,
        provider_cost: n % 2 ? n : null,
      }),
    );
    await record(logDb, rows.slice(0, 40));
    expect(await closeHours(logDb, now)).toBeGreaterThan(3);
    expect(await findWatermark(logDb)).toBeGreaterThan(now - 2 * HOUR);
    await record(logDb, rows.slice(40));
    await closeHours(logDb, now);
    expect(await wrongSums(logDb)).toEqual([]);
    const total = rows.reduce((all, { quota = 0 }) => all + quota, 0);
    expect((await sum(logDb, {}, now)).quota).toBe(total);
    const margins = await listKnown(logDb, 'model', { from: now - 86_400, to: now });
    expect([...margins.values()].reduce((all, { calls }) => all + calls, 0)).toBe(30);
    await dispose();
  });

  test('drops whole weeks before the horizon and keeps their sums', async () => {
    const { logDb, dispose } = await clickhouse.open();
    await record(logDb, [
      row('old', { created_at: MONDAY + 10, quota: 1 }),
      row('same week', { created_at: MONDAY + 6 * 86_400, quota: 2 }),
      row('later', { created_at: MONDAY + 8 * 86_400, quota: 4 }),
    ]);
    const before = MONDAY + 9 * 86_400;
    await moveHorizon(logDb, before);
    expect(await countBefore(logDb, before, 100)).toBe(2);
    expect(await deleteSlice(logDb, before)).toBe(2);
    expect(await deleteSlice(logDb, before)).toBe(0);
    expect((await list(logDb, {}, { offset: 0, limit: 10 })).map(({ request_id }) => request_id)).toEqual([
      'later',
    ]);
    const days = await listTokenDays(logDb, [7], { from: MONDAY, to: now });
    expect(days.map(({ quota }) => quota)).toEqual([1, 2, 4]);
    await dispose();
  });

  test('pages rows of one second by their ids, without a gap', async () => {
    const { logDb, dispose } = await clickhouse.open();
    await record(
      logDb,
      Array.from({ length: 25 }, (_, n) => row(`r${String(n).padStart(2, '0')}`, {})),
    );
    const seen: string[] = [];
    for (let after: string | undefined; ; after = seen.at(-1)) {
      const place = after === undefined ? undefined : await findPlace(logDb, after);
      const page = await list(logDb, {}, { offset: 0, limit: 10, after: place });
      if (page.length === 0) break;
      seen.push(...page.map(({ request_id }) => request_id));
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
    await dispose();
  });

  test('keeps texts that look like SQL as they are', async () => {
    const { logDb, dispose } = await clickhouse.open();
    const content = `'); drop table logs; -- \\' \n\t"{}" 笔记 🚦`;
    await record(logDb, [row('a', { content, username: `o'neil\\`, group: `"x"` })]);
    const [found] = await list(logDb, { username: `o'neil\\`, group: `"x"` }, { offset: 0, limit: 1 });
    expect(found).toMatchObject({ content, username: `o'neil\\` });
    await dispose();
  });
});

function row(request_id: string, values: Partial<NewLogRow>): NewLogRow {
  return {
    request_id,
    user_id: 1,
    created_at: MONDAY,
    type: LogType.consumption,
    username: 'ana',
    token_id: 7,
    model_name: 'gpt',
    group: 'default',
    prompt_tokens: 10,
    completion_tokens: 5,
    ...values,
  };
}
