import { expect, test } from 'vitest';
import { connect } from '../../../db/connect.ts';
import { migrate } from '../../../db/migrate.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { isKnown, remember, removeOlder } from './known-origins.ts';

describeDatabases('known origins', (database) => {
  test('a user keeps the latest origins, others are not affected, and old ones are deleted', async () => {
    const { options, dispose } = await database.create();
    const connection = await connect(options);
    const { db } = connection;
    await migrate(connection);
    const seen = (user_id: number, origin_hash: string, seen_at: number) =>
      remember(db, { user_id, origin_hash, seen_at }, 2);
    const areKnown = (user: number) =>
      Promise.all(['a', 'b', 'c'].map((origin) => isKnown(db, user, origin)));

    await seen(2, 'a', 1);
    for (const [at, origin] of ['a', 'b', 'a', 'c'].entries()) await seen(1, origin, at);
    expect(await areKnown(1)).toEqual([true, false, true]);
    expect(await areKnown(2)).toEqual([true, false, false]);

    await removeOlder(db, 3);
    expect(await areKnown(1)).toEqual([false, false, true]);
    await connection.close();
    await dispose();
  });
});
