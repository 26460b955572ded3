import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { audit } from './index.ts';
import { findBalance, listBalances, openAccount, type PostOutcome, post, setFloor } from './post.ts';

describeDatabases('postings', (database) => {
  let opened: OpenDatabase;
  beforeEach(async () => {
    opened = await database.open();
    await opened.db
      .transaction()
      .execute((tx) => openAccount(tx, { ...ann, balance: 100, kind: 'grant', ref: 'user:1', by: 0 }));
  });
  afterEach(async () => {
    const { failures } = await audit(opened.db, opened.logDb);
    await opened.dispose();
    expect(failures).toEqual([]);
  });

  const book = (ref: string, amount: number, more = {}): Promise<PostOutcome> =>
    opened.db.transaction().execute((tx) => post(tx, { ref, kind: 'adjust', account: ann, amount, ...more }));

  test('an account opens once, with its first entry', async () => {
    const again = { ...ann, balance: 999, kind: 'grant', ref: 'user:1', by: 0 };
    expect(await opened.db.transaction().execute((tx) => openAccount(tx, again))).toBe(false);
    expect(await findBalance(opened.db, ann)).toEqual({
      balance: 100,
      held: 0,
      available: 100,
      floor: 0,
      used: 0,
      count: 0,
    });
    const entries = await opened.db.selectFrom('entry').selectAll().execute();
    expect(entries).toMatchObject([
      { ref: 'user:1', kind: 'grant', seq: 1, amount: 100, balance_after: 100, meta: '{"by":0}' },
    ]);
  });

  test('the same event is booked once, regardless of sender and repetitions', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => book('payment:7', 50)));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(9);
    expect((await findBalance(opened.db, ann))?.balance).toBe(150);
  });

  test('concurrent postings take no more than the balance', async () => {
    const outcomes = await Promise.all(Array.from({ length: 15 }, (_, index) => book(`take:${index}`, -9)));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(11);
    expect((await findBalance(opened.db, ann))?.balance).toBe(1);
  });

  test('a posting below the floor is refused unless it is a manual correction', async () => {
    expect(await book('a', -101)).toBe('insufficient');
    expect(await book('b', -150, { beyondFloor: true })).toBe('ok');
    expect(await findBalance(opened.db, ann)).toMatchObject({ balance: -50, available: -50 });
    expect(await book('c', 20)).toBe('ok');
    await opened.db.transaction().execute((tx) => setFloor(tx, ann, -100));
    expect(await book('d', -70)).toBe('ok');
    expect(await book('e', -1)).toBe('insufficient');
  });

  test('a failed transaction moves no money', async () => {
    const failing = opened.db.transaction().execute(async (tx) => {
      await post(tx, { ref: 'x', kind: 'redeem', account: ann, amount: 10 });
      throw new Error('the code was used already');
    });
    await expect(failing).rejects.toThrow('used already');
    expect((await findBalance(opened.db, ann))?.balance).toBe(100);
    expect(await book('x', 10)).toBe('ok');
  });

  test('unknown owners, inexact amounts and usage are refused', async () => {
    expect(await book('a', 1, { account: { ownerType: 'user', ownerId: 5 } })).toBe('unknown');
    await expect(book('a', 0.5)).rejects.toThrow(RangeError);
    await expect(book('a', 2 ** 53)).rejects.toThrow(RangeError);
    await expect(book('a', 1, { kind: 'usage' })).rejects.toThrow(RangeError);
    expect(
      await opened.db.transaction().execute((tx) => setFloor(tx, { ownerType: 'aff', ownerId: 5 }, 0)),
    ).toBe(false);
  });

  test('balances of many owners are read in one query, without owners that have no account', async () => {
    await opened.db
      .transaction()
      .execute((tx) =>
        openAccount(tx, { ownerType: 'user', ownerId: 2, balance: 0, kind: 'grant', ref: 'user:2', by: 0 }),
      );
    const balances = await listBalances(opened.db, 'user', [1, 2, 3]);
    expect([...balances].map(([id, { balance }]) => [id, balance])).toEqual([
      [1, 100],
      [2, 0],
    ]);
  });
});

const ann = { ownerType: 'user', ownerId: 1 } as const;
