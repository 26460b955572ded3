import { getDrawingBars, getOwnDrawingBars, getOwnTaskBars, getTaskBars } from '@tollgate/contract';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MidjourneyTable, TaskTable } from '../../db/schema.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

const hour = 3600;
const now = Math.floor(Date.UTC(2026, 0, 20, 10, 30) / 1000);
const lastDay = { start_timestamp: now - 24 * hour };
const lastDayInMs = { start_timestamp: lastDay.start_timestamp * 1000 };
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: () => now * 1000 });
  const { user, other } = app.people;
  const mine = { user_id: user.id, mj_id: 'mine', channel_id: 3 };
  await app.ctx.db
    .insertInto('midjourneys')
    .values([
      drawing({ ...mine, status: 'SUCCESS', submit_time: now - 5 }),
      drawing({ ...mine, status: 'IN_PROGRESS', submit_time: now - 6 }),
      drawing({ ...mine, status: 'FAILURE', submit_time: now - 3 * hour }),
      drawing({ user_id: other.id, mj_id: 'theirs', status: 'FAILURE', submit_time: now - 3 * hour }),
      drawing({ user_id: other.id, mj_id: 'old', status: 'SUCCESS', submit_time: now - 72 * hour }),
    ])
    .execute();
  await app.ctx.db
    .insertInto('tasks')
    .values([
      task({ user_id: user.id, status: 'FAILURE', submit_time: now - 5 }),
      task({ user_id: user.id, status: 'QUEUED', submit_time: now - 5, task_id: 'queued' }),
      task({ user_id: other.id, status: 'SUCCESS', submit_time: now - 7 * hour }),
    ])
    .execute();
});
afterAll(() => app.close());

test('bars count drawings over time, failed ones apart, with bars in seconds', async () => {
  const bars = await app.as('admin').get(getDrawingBars, lastDayInMs);
  expect(bars).toMatchObject({
    ...lastDay,
    ...{ end_timestamp: now, counted_from: lastDay.start_timestamp, span: 1800 },
  });
  expect(bars.items).toEqual([
    { created_at: now - 3 * hour, calls: 0, failed: 2 },
    { created_at: now - 1800, calls: 2, failed: 0 },
  ]);
});

test('bars of drawings follow the filters of the log, and cover its drawings when no time is given', async () => {
  const admin = app.as('admin');
  expect((await admin.get(getDrawingBars, { ...lastDayInMs, channel_id: 3 })).items).toHaveLength(2);
  expect((await admin.get(getDrawingBars, { ...lastDayInMs, channel_id: 4 })).items).toEqual([]);
  expect((await admin.get(getDrawingBars, { mj_id: 'old' })).start_timestamp).toBe(now - 72 * hour);
});

test('a user sees the bars of own drawings only', async () => {
  const own = await app.as('user').get(getOwnDrawingBars, lastDayInMs);
  expect(own.items.map(({ calls, failed }) => [calls, failed])).toEqual([
    [0, 1],
    [2, 0],
  ]);
  expect((await app.as('user').call(getDrawingBars, {})).body.code).toBe('not_allowed');
});

test('bars count tasks over time, of everybody or of one user', async () => {
  const everybody = await app.as('admin').get(getTaskBars, lastDay);
  expect(everybody.items).toEqual([
    { created_at: now - 7 * hour, calls: 1, failed: 0 },
    { created_at: now - 1800, calls: 1, failed: 1 },
  ]);
  const own = await app.as('user').get(getOwnTaskBars, { ...lastDay, task_id: 'queued' });
  expect(own.items).toEqual([{ created_at: now - 1800, calls: 1, failed: 0 }]);
  expect((await app.as('user').call(getTaskBars, {})).body.code).toBe('not_allowed');
});

/** The times of drawings are in milliseconds. */
function drawing({ submit_time = 0, ...row }: Insertable<MidjourneyTable>) {
  return { channel_id: 0, ...row, submit_time: submit_time * 1000 };
}

function task(row: Partial<Insertable<TaskTable>>) {
  return { created_at: now, updated_at: now, user_id: 1, task_id: '', ...row };
}
