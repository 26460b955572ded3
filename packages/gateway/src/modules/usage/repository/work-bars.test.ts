import { expect, test } from 'vitest';
import { describeDatabases } from '../../../testing/databases.ts';
import * as drawings from './drawings.ts';
import * as tasks from './tasks.ts';
import * as bars from './work-bars.ts';

const hour = 3600;
const at = 500_000 * hour;

describeDatabases('bars of drawings and tasks', (database) => {
  test('the newest rows are counted by the database, and older ones are left out', async () => {
    const { db, dispose } = await database.open();
    for (const [submit_time, status] of [
      [at, 'SUCCESS'],
      [at + hour, 'FAILURE'],
      [at + hour + 59, 'IN_PROGRESS'],
    ] as const) {
      await drawings.insert(db, { user_id: 1, submit_time: submit_time * 1000 + 7, status });
      const row = { user_id: 1, created_at: at, updated_at: at, task_id: 't', submit_time, status };
      await tasks.insert(db, row);
    }
    for (const work of [
      { rows: drawings.newest(db, {}, 2), limit: 2, perSecond: 1000 },
      { rows: tasks.newest(db, {}, 2), limit: 2, perSecond: 1 },
    ]) {
      const last = at + hour + 59;
      expect(await bars.findExtent(db, work)).toEqual({ first: at + hour, last, isCut: true });
      expect(await bars.listBars(db, work, hour)).toEqual([{ created_at: at + hour, calls: 1, failed: 1 }]);
    }
    const all = { rows: tasks.newest(db, { userId: 1 }, 9), limit: 9, perSecond: 1 };
    expect(await bars.findExtent(db, all)).toMatchObject({ first: at, isCut: false });
    const none = { rows: drawings.newest(db, { userId: 2 }, 9), limit: 9, perSecond: 1000 };
    expect(await bars.findExtent(db, none)).toBeUndefined();
    await dispose();
  });
});
