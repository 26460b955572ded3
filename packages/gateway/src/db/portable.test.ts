import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import {
  contains,
  floorTo,
  forUpdate,
  insertForId,
  insertIfNew,
  isDuplicateKey,
  upsert,
} from './portable.ts';

describeDatabases('portable SQL', (database) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.dispose());

  const addUser = (username: string) => insertForId(opened.db, 'users', { username, created_at: 1 });

  test('an insert returns the id of its row', async () => {
    const id = await addUser('first');
    const user = await opened.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    expect(user).toMatchObject({
      username: 'first',
      role: 1,
      group: 'default',
      setting: '',
      deleted_at: null,
    });
  });

  test('names and keys that differ only in case are different', async () => {
    await addUser('Anna');
    expect(await addUser('anna')).toBeGreaterThan(0);
    const again = await addUser('anna').catch((error: unknown) => error);
    expect(isDuplicateKey(again)).toBe(true);
  });

  test('a row is inserted once, and the transaction continues after the second try', async () => {
    const answers = await opened.db
      .transaction()
      .execute(async (tx) => [
        await insertIfNew(tx, 'setups', { id: 1, version: '1', initialized_at: 1 }),
        await insertIfNew(tx, 'setups', { id: 1, version: '2', initialized_at: 2 }),
        await insertIfNew(tx, 'revisions', { topic: 'options', revision: 1 }),
      ]);
    expect(answers).toEqual([true, false, true]);
    expect(await opened.db.selectFrom('setups').select('version').execute()).toEqual([{ version: '1' }]);
  });

  test('one of many concurrent inserts of the same row succeeds', async () => {
    const row = { id: 7, version: '1', initialized_at: 1 };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => insertIfNew(opened.db, 'setups', row)),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('a row with an existing key is overwritten', async () => {
    await upsert(opened.db, 'options', ['key'], { key: 'Theme', value: 'light' });
    await upsert(opened.db, 'options', ['key'], { key: 'Theme', value: 'dark' });
    expect(await opened.db.selectFrom('options').selectAll().execute()).toEqual([
      { key: 'Theme', value: 'dark' },
    ]);
  });

  test('a search matches % and _ literally and ignores case', async () => {
    await addUser('100%_Sure');
    const search = async (text: string) => {
      const found = await opened.db
        .selectFrom('users')
        .select('username')
        .where(contains(opened.db, 'username', text))
        .execute();
      return found.map(({ username }) => username);
    };
    expect(await search('0%_s')).toEqual(['100%_Sure']);
    expect(await search('%')).toEqual(['100%_Sure']);
    expect(await search('!')).toEqual([]);
    expect(await search("'")).toEqual([]);
  });

  test('sums and counts are numbers, up to the largest exact ones', async () => {
    const row = { model_name: 'm', username: 'u', token_used: 1, count: 1 };
    await opened.logDb
      .insertInto('quota_data')
      .values([
        { ...row, user_id: 1, created_at: 3600, quota: 9e15 },
        { ...row, user_id: 2, created_at: 7260, quota: 5 },
      ])
      .execute();
    const rows = await opened.logDb
      .selectFrom('quota_data')
      .select((eb) => [
        floorTo('created_at', 3600).as('hour'),
        eb.fn.sum<number>('quota').as('quota'),
        eb.fn.countAll<number>().as('n'),
      ])
      .groupBy('hour')
      .orderBy('hour')
      .execute();
    expect(rows).toEqual([
      { hour: 3600, quota: 9e15, n: 1 },
      { hour: 7200, quota: 5, n: 1 },
    ]);
  });

  test('an update counts matched rows, also unchanged ones', async () => {
    await opened.db.insertInto('revisions').values({ topic: 'users', revision: 3 }).execute();
    const update = opened.db.updateTable('revisions').set({ revision: 3 }).where('topic', '=', 'users');
    expect((await update.executeTakeFirstOrThrow()).numUpdatedRows).toBe(1n);
  });

  test('transactions read a locked row one after the other', async () => {
    await opened.db.insertInto('revisions').values({ topic: 'channels', revision: 0 }).execute();
    const raise = () =>
      opened.db.transaction().execute(async (tx) => {
        const query = tx.selectFrom('revisions').select('revision').where('topic', '=', 'channels');
        const { revision } = await forUpdate(tx, query).executeTakeFirstOrThrow();
        await tx
          .updateTable('revisions')
          .set({ revision: revision + 1 })
          .where('topic', '=', 'channels')
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, raise));
    const { revision } = await opened.db
      .selectFrom('revisions')
      .select('revision')
      .where('topic', '=', 'channels')
      .executeTakeFirstOrThrow();
    expect(revision).toBe(20);
  });
});
