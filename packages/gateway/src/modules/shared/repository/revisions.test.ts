import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRevisions } from '../../../cache/revisions.ts';
import type { Change } from '../../../core/context.ts';
import { describeDatabases, type OpenDatabase } from '../../../testing/databases.ts';
import { increase, MAX_STORED_CHANGES } from './revisions.ts';

describeDatabases('revisions', (database) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.dispose());
  beforeEach(async () => {
    await opened.db.deleteFrom('revisions').execute();
    await opened.db.deleteFrom('recent_changes').execute();
  });

  const bump = (...changes: Change[]) => opened.db.transaction().execute((tx) => increase(tx, changes));
  const token = (userId: number) => ({ topic: 'tokens', userId }) as const;

  /** Opens another gateway, which has seen everything up to now. */
  async function startWatching() {
    const revisions = createRevisions(opened.db);
    const seenUsers: unknown[] = [];
    revisions.on('tokens', (userId) => seenUsers.push(userId ?? 'everybody'));
    await revisions.poll();
    return async () => {
      await revisions.poll();
      return seenUsers.splice(0);
    };
  }

  test('another gateway reads which users changed', async () => {
    const listen = await startWatching();
    await bump(token(4), token(5));
    await bump(token(4));
    expect(await listen()).toEqual([4, 5]);
    expect(await listen()).toEqual([]);
  });

  test('another gateway reads that all users changed when a whole topic changed in between', async () => {
    const listen = await startWatching();
    await bump(token(4));
    await bump('tokens');
    await bump(token(5));
    expect(await listen()).toEqual(['everybody']);
  });

  test('a gateway that was away for longer than changes are kept reads that all users changed', async () => {
    await bump(token(1));
    const listen = await startWatching();
    await opened.db
      .updateTable('revisions')
      .set({ revision: MAX_STORED_CHANGES + 1 })
      .execute();
    await bump(token(4));
    expect(await listen()).toEqual(['everybody']);
  });

  test('changes are deleted when enough newer ones are kept', async () => {
    await bump(token(1));
    await opened.db.updateTable('revisions').set({ revision: MAX_STORED_CHANGES }).execute();
    await bump(token(2));
    const rows = await opened.db.selectFrom('recent_changes').select(['revision', 'user_id']).execute();
    expect(rows).toEqual([{ revision: MAX_STORED_CHANGES + 1, user_id: 2 }]);
  });

  test('no change is lost or returned twice when many transactions commit together', async () => {
    await bump('tokens');
    const listen = await startWatching();
    const users = Array.from({ length: 20 }, (_, user) => user + 1);
    await Promise.all(users.map((user) => bump(token(user))));
    expect((await listen()).sort((a, b) => Number(a) - Number(b))).toEqual(users);
  });
});
