import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { fillAccounts, openTestLedger, reservation, usageRecord } from '../testing/ledger.ts';
import { UNLIMITED_FLOOR } from './accounts.ts';
import { audit, type Ledger } from './index.ts';
import { findBalance, post, setFloor } from './post.ts';

describeDatabases('ledger', (database) => {
  let opened: OpenDatabase;
  let ledger: Ledger;
  beforeEach(async () => {
    opened = await database.open();
    await fillAccounts(opened.db, 3, 1000);
    ({ ledger } = await openTestLedger(opened));
  });
  afterEach(async () => {
    await ledger.close();
    const { failures } = await audit(opened.db, opened.logDb, { graceSeconds: 0 });
    await opened.dispose();
    expect(failures).toEqual([]);
  });

  const user = (ownerId = 1) => findBalance(opened.db, { ownerType: 'user', ownerId });
  const token = (ownerId = 1) => findBalance(opened.db, { ownerType: 'token', ownerId });

  test('a call holds money while it runs, then costs its exact charge and is in the log', async () => {
    const call = reservation();
    expect(await ledger.reserve(call)).toBe('ok');
    expect(await user()).toMatchObject({ balance: 1000, held: 500, available: 500 });

    ledger.dispatch(call.id, 3);
    await ledger.settle(call.id, 123, usageRecord());
    await ledger.settled();

    const spent = { balance: 877, held: 0, available: 877, used: 123, count: 1 };
    expect(await user()).toMatchObject(spent);
    expect(await token()).toMatchObject(spent);
    const rows = await opened.logDb.selectFrom('logs').selectAll().execute();
    expect(rows).toMatchObject([
      { request_id: call.id, quota: 123, channel_id: 3, billing_basis: 'upstream_usage' },
    ]);
  });

  test('an id that two users reserve at once goes to the user who can pay, and only that user pays', async () => {
    const call = { id: 'twice' };
    const answers = await Promise.all([
      ledger.reserve(reservation({ amount: 900 })), // the others then share a batch
      ledger.reserve(reservation(call)),
      ledger.reserve(reservation({ ...call, userId: 2 })),
    ]);
    expect(answers).toEqual(['ok', 'insufficient_user', 'ok']);
    expect(await user(2)).toMatchObject({ balance: 1000, held: 500 });

    ledger.dispatch(call.id, 3);
    await ledger.settle(call.id, 40, usageRecord({ user_id: 2, token_id: 2 }));
    await ledger.settled();
    expect(await user(1)).toMatchObject({ balance: 1000, held: 900 });
    expect(await user(2)).toMatchObject({ balance: 960, held: 0, used: 40 });
  });

  test('a call that no upstream served costs nothing', async () => {
    const call = reservation();
    await ledger.reserve(call);
    await ledger.void(call.id);
    await ledger.settled();

    expect(await user()).toMatchObject({ balance: 1000, held: 0, count: 0 });
    expect(await opened.logDb.selectFrom('logs').selectAll().execute()).toEqual([]);
  });

  test('a failed call can be in the log, at no cost', async () => {
    const call = reservation();
    await ledger.reserve(call);
    ledger.dispatch(call.id, 3);
    ledger.dispatch(call.id, 4);
    await ledger.void(call.id, usageRecord({ type: 4, content: 'no channel answered' }));
    await ledger.settled();

    expect(await user()).toMatchObject({ balance: 1000, held: 0 });
    const rows = await opened.logDb.selectFrom('logs').selectAll().execute();
    expect(rows).toMatchObject([{ request_id: call.id, quota: 0, content: 'no channel answered' }]);
  });

  test('a refusal names the account without money, and no money is held', async () => {
    expect(await ledger.reserve(reservation({ amount: 1001 }))).toBe('insufficient_user');
    await opened.db.transaction().execute((tx) => setFloor(tx, { ownerType: 'token', ownerId: 1 }, 900));
    expect(await ledger.reserve(reservation({ amount: 101 }))).toBe('insufficient_token');
    expect(await ledger.reserve(reservation({ userId: 99 }))).toBe('unknown');
    expect(await user()).toMatchObject({ held: 0 });
    expect(await token()).toMatchObject({ held: 0 });
  });

  test('a user without money can use a free model', async () => {
    const owner = { ownerType: 'user', ownerId: 1 } as const;
    await opened.db
      .transaction()
      .execute((tx) => post(tx, { ref: 'r', kind: 'adjust', account: owner, amount: -1000 }));
    const call = reservation({ amount: 0, estimate: 0 });
    expect(await ledger.reserve(call)).toBe('ok');
    ledger.dispatch(call.id);
    await ledger.settle(call.id, 0, usageRecord());
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 0, count: 1 });
  });

  test('an unlimited token spends the money of its user and counts it', async () => {
    await opened.db
      .transaction()
      .execute((tx) => setFloor(tx, { ownerType: 'token', ownerId: 1 }, UNLIMITED_FLOOR));
    const owner = { ownerType: 'user', ownerId: 1 } as const;
    await opened.db
      .transaction()
      .execute((tx) => post(tx, { ref: 'r', kind: 'topup', account: owner, amount: 5000 }));
    const call = reservation({ amount: 5500 });
    expect(await ledger.reserve(call)).toBe('ok');
    await ledger.settle(call.id, 5500, usageRecord());
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 500 });
    expect(await token()).toMatchObject({ balance: -4500, used: 5500 });
  });

  test('the same id is never reserved twice, neither while it runs nor afterwards', async () => {
    const call = reservation();
    const outcomes = await Promise.all([ledger.reserve(call), ledger.reserve(call), ledger.reserve(call)]);
    expect(outcomes).toEqual(['ok', 'duplicate', 'duplicate']);
    expect(await ledger.reserve(call)).toBe('duplicate');
    expect(await user()).toMatchObject({ held: 500 });

    await ledger.settle(call.id, 7, usageRecord());
    await ledger.settled();
    expect(await ledger.reserve(call)).toBe('duplicate');
    await expect(ledger.settle(call.id, 7, usageRecord())).rejects.toThrow('holds no money');
    expect(await user()).toMatchObject({ balance: 993, held: 0 });
  });

  test('a running call extends its hold in steps until the money ends', async () => {
    const call = reservation({ amount: 400 });
    await ledger.reserve(call);
    ledger.dispatch(call.id);
    expect(await ledger.extend(call.id, 300, 350)).toBe('ok');
    expect(await ledger.extend(call.id, 0, 600)).toBe('ok');
    expect(await user()).toMatchObject({ held: 700 });
    expect(await ledger.extend(call.id, 301, 690)).toBe('insufficient_user');
    await ledger.settle(call.id, 700, usageRecord());
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 300, held: 0 });
  });

  test('amounts that JSON cannot represent exactly are refused', async () => {
    for (const amount of [0.5, -1, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
      await expect(ledger.reserve(reservation({ amount }))).rejects.toThrow(RangeError);
    }
    const call = reservation();
    await ledger.reserve(call);
    await expect(ledger.settle(call.id, 1.5, usageRecord())).rejects.toThrow(RangeError);
    await ledger.void(call.id);
  });

  test('concurrent calls on one account hold no more than its balance', async () => {
    const calls = Array.from({ length: 200 }, () => reservation({ amount: 90 }));
    const outcomes = await Promise.all(calls.map((call) => ledger.reserve(call)));
    const granted = calls.filter((_, index) => outcomes[index] === 'ok');
    expect(granted).toHaveLength(11);
    await Promise.all(granted.map((call) => ledger.settle(call.id, 90, usageRecord())));
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 10, held: 0, count: 11 });
  });

  test('two gateways never spend an account below its floor', async () => {
    const second = await openTestLedger(opened, mkdtempSync(join(opened.options.dataDir, 'second-')));
    let granted = 0;
    const spend = async (gateway: Ledger) => {
      for (let round = 0; round < 12; round++) {
        const call = reservation({ amount: 40, userId: 2 });
        if ((await gateway.reserve(call)) !== 'ok') continue;
        granted += 1;
        gateway.dispatch(call.id);
        await gateway.settle(call.id, 1 + Math.floor(Math.random() * 40), usageRecord({ user_id: 2 }));
        const balance = (await user(2)) ?? { available: -1 };
        expect(balance.available).toBeGreaterThanOrEqual(0);
      }
    };
    await Promise.all(
      [ledger, second.ledger].flatMap((gateway) => [1, 2, 3, 4, 5].map(() => spend(gateway))),
    );
    await Promise.all([ledger.settled(), second.ledger.settled()]);

    expect(await user(2)).toMatchObject({ held: 0, count: granted });
    expect((await user(2))?.balance).toBeGreaterThanOrEqual(0);
    expect(granted).toBeLessThan(120);
    await second.ledger.close();
  });

  test('the ledger and a transaction of the console wait for each other without a deadlock', async () => {
    const owner = { ownerType: 'user', ownerId: 3 } as const;
    const transaction = opened.db.transaction().execute(async (tx) => {
      expect(await post(tx, { ref: 'code', kind: 'redeem', account: owner, amount: 50 })).toBe('ok');
      await new Promise((resolve) => setTimeout(resolve, 150));
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const call = reservation({ userId: 3, tokenId: null, amount: 1040 });
    const [outcome] = await Promise.all([ledger.reserve(call), transaction]);
    expect(outcome).toBe('ok');
    await ledger.settle(call.id, 1040, usageRecord({ user_id: 3 }));
    await ledger.settled();
    expect(await user(3)).toMatchObject({ balance: 10, held: 0 });
  });
});
