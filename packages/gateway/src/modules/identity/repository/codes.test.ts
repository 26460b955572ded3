import { expect, test } from 'vitest';
import { describeDatabases } from '../../../testing/databases.ts';
import { countRequest } from './codes.ts';

describeDatabases('codes', (database) => {
  test('an address gets its full number of requests on every day', async () => {
    const opened = await database.open();
    const ask = (day: number, hour: number) =>
      countRequest(opened.db, {
        ...({ purpose: 'email', address_hash: 'a'.repeat(64) } as const),
        at: (day * 24 + hour) * 3600,
        day,
        minGapSeconds: 60,
        maxPerDay: 6,
      });
    const granted: number[] = [];
    for (let day = 1; day <= 4; day += 1) {
      let count = 0;
      for (let hour = 0; hour < 8; hour += 1) if (await ask(day, hour)) count += 1;
      granted.push(count);
    }
    expect(granted).toEqual([6, 6, 6, 6]);
    await opened.dispose();
  });
});
