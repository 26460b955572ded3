import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../db/schema.ts';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { fillAccounts, openTestLedger, reservation, usageRecord } from '../testing/ledger.ts';
import { deleteBefore } from '../testing/logs.ts';
import { audit } from './index.ts';

describeDatabases('audit', (database) => {
  let opened: OpenDatabase;
  beforeEach(async () => {
    opened = await database.open();
    await fillAccounts(opened.db, 2, 1000);
    const { ledger } = await openTestLedger(opened);
    for (const id of ['call-1', 'call-2']) {
      await ledger.reserve(reservation({ id }));
      await ledger.settle(id, 10, usageRecord());
    }
    await ledger.close();
  });
  afterEach(() => opened.dispose());

  const found = async () => {
    const { failures } = await audit(opened.db, opened.logDb, { graceSeconds: 0 });
    return failures.map(({ id }) => id);
  };

  test('valid books pass, and the report lists what was checked', async () => {
    const report = await audit(opened.db, opened.logDb, { graceSeconds: 0 });
    expect(report.failures).toEqual([]);
    expect(report).toMatchObject({ accounts: 4, entries: 6, openHolds: 0 });
    expect(report.checked.length).toBeGreaterThan(8);
  });

  const newEntry = {
    seq: 9,
    balance_after: 0,
    token_account: null,
    token_seq: null,
    token_balance_after: null,
    meta: null,
    at: 1,
  };
  const violations: { name: string; finds: string; plant: (db: Db) => Promise<unknown> }[] = [
    {
      name: 'a balance that was edited',
      finds: 'I1',
      plant: (db) => db.updateTable('account').set({ balance: 5 }).where('id', '=', 4).execute(),
    },
    {
      name: 'held money without a hold',
      finds: 'I2',
      plant: (db) => db.updateTable('account').set({ held: 5 }).where('id', '=', 5).execute(),
    },
    {
      name: 'a gap in the numbers',
      finds: 'I3',
      plant: (db) =>
        db
          .insertInto('entry')
          .values({ ...newEntry, ref: 'x', kind: 'grant', account: 4, amount: 0 })
          .execute(),
    },
    {
      name: 'a lost number',
      finds: 'I3b',
      plant: (db) => db.updateTable('account').set({ seq: 1 }).where('id', '=', 4).execute(),
    },
    {
      name: 'a call charged to two accounts',
      finds: 'I4',
      plant: (db) =>
        db
          .insertInto('entry')
          .values({ ...newEntry, ref: 'call-1', kind: 'usage', account: 8, amount: -10 })
          .execute(),
    },
    {
      name: 'usage that does not add up',
      finds: 'I5',
      plant: (db) => db.updateTable('account').set({ used: 1 }).where('id', '=', 4).execute(),
    },
    {
      name: 'usage that gives money',
      finds: 'I5b',
      plant: (db) =>
        db
          .insertInto('entry')
          .values({ ...newEntry, ref: 'x', kind: 'usage', account: 4, amount: 10 })
          .execute(),
    },
    {
      name: 'a hold of a call that was charged',
      finds: 'I6',
      plant: (db) =>
        db
          .insertInto('hold')
          .values({
            id: 'call-1',
            user_account: 4,
            token_account: null,
            amount: 0,
            used: 0,
            instance: 'x',
            snapshot: '{}',
          })
          .execute(),
    },
    {
      name: 'an entry without an account',
      finds: 'I7',
      plant: (db) =>
        db
          .insertInto('entry')
          .values({ ...newEntry, ref: 'x', kind: 'grant', account: 4000, amount: 0 })
          .execute(),
    },
    {
      name: 'a user without an account',
      finds: 'I9',
      plant: (db) => db.insertInto('users').values({ id: 77, username: 'eve', created_at: 1 }).execute(),
    },
  ];
  test.each(violations)('the audit reports $name ($finds)', async ({ finds, plant }) => {
    await plant(opened.db);
    expect(await found()).toContain(finds);
  });

  test('a charge with a missing or different row in the usage log is found', async () => {
    await opened.logDb.deleteFrom('logs').where('request_id', '=', 'call-1').execute();
    await opened.logDb.updateTable('logs').set({ quota: 11 }).where('request_id', '=', 'call-2').execute();
    const { failures } = await audit(opened.db, opened.logDb, { graceSeconds: 0 });
    expect(failures).toMatchObject([{ id: 'I8', count: 2, examples: ['call-1', 'call-2'] }]);
  });

  test('a usage-log row with a cost but no charge is found, and imported rows are ignored', async () => {
    await opened.logDb
      .insertInto('logs')
      .values([
        { ...usageRecord(), request_id: 'free', quota: 7 },
        { ...usageRecord({ billing_basis: '' }), request_id: 'imported', quota: 7 },
      ])
      .execute();
    const { failures } = await audit(opened.db, opened.logDb, { graceSeconds: 0 });
    expect(failures).toMatchObject([{ id: 'I8b', count: 1, examples: ['free'] }]);
  });

  test('rows that an administrator deleted for their age are not reported as missing', async () => {
    await deleteBefore(opened.logDb, Math.floor(Date.now() / 1000) + 60);
    expect(await found()).toEqual([]);
  });
});
