import { expect, test } from 'vitest';
import { describeDatabases } from '../../../testing/databases.ts';
import { fillSums, recordRows } from './fill-sums.ts';
import { type NewLogRow, record } from './logs.ts';

const HOUR = 3600;
const rows: NewLogRow[] = Array.from({ length: 40 }, (_, index) => ({
  request_id: `r${index}`,
  user_id: 1 + (index % 3),
  username: `user ${index % 3}`,
  token_id: index % 4,
  channel_id: 1 + (index % 2),
  group: index % 5 === 0 ? 'vip' : 'default',
  model_name: index % 7 === 0 ? 'A' : 'a',
  created_at: index * HOUR,
  type: index % 6 === 0 ? 4 : 2,
  quota: index,
  prompt_tokens: index,
  completion_tokens: 1,
}));

describeDatabases('sums that are made of all rows at once', (database) => {
  test('are those that single rows add up to', async () => {
    const [one, other] = [await database.open(), await database.open()];
    await record(one.logDb, rows);
    await recordRows(other.logDb, rows);
    await recordRows(other.logDb, rows); // As after a crash.
    await fillSums(other.logDb);
    const tables = [
      'quota_data',
      'model_hours',
      'token_days',
      'log_sums',
      'log_user_names',
      'log_model_names',
    ] as const;
    for (const table of tables) {
      const read = async ({ logDb }: typeof one) =>
        (await logDb.selectFrom(table).selectAll().execute())
          .map((row) =>
            JSON.stringify(
              Object.entries(row)
                .map(([name, value]) => [name, String(value)])
                .sort(),
            ),
          )
          .sort();
      expect(await read(other), table).toEqual(await read(one));
    }
    await one.dispose();
    await other.dispose();
  });
});
