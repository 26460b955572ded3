import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { fillAccounts, openTestLedger, reservation, usageRecord } from '../testing/ledger.ts';
import { audit, type Ledger } from './index.ts';
import { findBalance, setFloor } from './post.ts';
import type { Leeway } from './types.ts';

describeDatabases('grants', (database) => {
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

  test('a call gets the requested amount when that is at most half of what is free', async () => {
    const { id, outcome, amount } = await reserveUpTo(500, { least: 10, comfortable: 100 });
    expect({ outcome, amount }).toEqual({ outcome: 'ok', amount: 500 });
    expect(await user()).toMatchObject({ held: 500 });
    await ledger.void(id);
  });

  test('a call gets the requested amount when no other call holds money', async () => {
    const { id, amount } = await reserveUpTo(900, { least: 10, comfortable: 100 });
    expect(amount).toBe(900);
    await ledger.void(id);
  });

  test('a call leaves a sixteenth when it requests more than is free and the sixteenth covers another call', async () => {
    const { id, amount } = await reserveUpTo(5000, { least: 10, comfortable: 100 });
    expect(amount).toBe(938);
    await ledger.void(id);
  });

  test('a call gets everything when a sixteenth covers no other call', async () => {
    const { id, amount } = await reserveUpTo(5000, { least: 63, comfortable: 100 });
    expect(amount).toBe(1000);
    await ledger.void(id);
  });

  test('a call gets a quarter of what is free when another call holds money', async () => {
    await ledger.reserve(reservation({ amount: 200 }));
    const { amount } = await reserveUpTo(700, { least: 10, comfortable: 100 });
    expect(amount).toBe(200);
  });

  test('a patient call is refused when another call leaves it less than half of a comfortable amount', async () => {
    await ledger.reserve(reservation({ amount: 800 }));
    const patient = { least: 10, comfortable: 402, isPatient: true };
    expect(await reserveUpTo(900, patient)).toMatchObject({ outcome: 'insufficient_user' });
    expect(await reserveUpTo(900, { ...patient, comfortable: 400 })).toMatchObject({ amount: 200 });
  });

  test('a patient call gets what is free when no other call holds money', async () => {
    const { amount } = await reserveUpTo(9000, { least: 100, comfortable: 8000, isPatient: true });
    expect(amount).toBe(1000);
  });

  test('a call that may cost more than its hold gets everything when no other call holds money', async () => {
    const bounds = { least: 4000, comfortable: 5000, leastAlone: 300 };
    expect(await reserveUpTo(9000, bounds)).toMatchObject({ outcome: 'ok', amount: 1000 });
    expect(await reserveUpTo(1, { least: 1, comfortable: 1 })).toMatchObject({
      outcome: 'insufficient_user',
    });
  });

  test('a call that may cost more than its hold is refused when another call holds money', async () => {
    await ledger.reserve(reservation({ amount: 10 }));
    const bounds = { least: 4000, comfortable: 5000, leastAlone: 300 };
    expect(await reserveUpTo(9000, bounds)).toMatchObject({ outcome: 'insufficient_user' });
  });

  test('a call that may cost more than its hold is refused when another call of its user holds money', async () => {
    await ledger.reserve(reservation({ amount: 10, tokenId: null }));
    const bounds = { least: 4000, comfortable: 5000, leastAlone: 300 };
    expect(await reserveUpTo(9000, bounds)).toMatchObject({ amount: 0 });
  });

  test('a call gets a comfortable amount when a quarter of what is free is less', async () => {
    await ledger.reserve(reservation({ amount: 800 }));
    const grants = [
      await reserveUpTo(900, { least: 10, comfortable: 150 }),
      await reserveUpTo(900, { least: 10, comfortable: 150 }),
      await reserveUpTo(900, { least: 10, comfortable: 150 }),
    ];
    expect(grants.map(({ outcome, amount }) => [outcome, amount])).toEqual([
      ['ok', 150],
      ['ok', 50],
      ['insufficient_user', 0],
    ]);
  });

  test('a call with leeway is limited by the token as well', async () => {
    await opened.db.transaction().execute((tx) => setFloor(tx, { ownerType: 'token', ownerId: 1 }, 800));
    const { amount } = await reserveUpTo(900, { least: 20, comfortable: 100 });
    expect(amount).toBe(200);
    expect(await token()).toMatchObject({ held: 200 });
    const refused = await reserveUpTo(900, { least: 101, comfortable: 110 });
    expect(refused).toMatchObject({ outcome: 'insufficient_token', amount: 0 });
  });

  test('a call gets what its token has when only calls of other tokens hold money', async () => {
    await opened.db.transaction().execute((tx) => setFloor(tx, { ownerType: 'token', ownerId: 1 }, 800));
    await ledger.reserve(reservation({ amount: 100, tokenId: null }));
    const { amount } = await reserveUpTo(900, { least: 20, comfortable: 50 });
    expect(amount).toBe(200);
  });

  test('the granted amount is what a call extends, journals and gives back', async () => {
    const { id } = await reserveUpTo(600, { least: 10, comfortable: 600 });
    ledger.dispatch(id);
    expect(await ledger.extend(id, 300, 650)).toBe('ok');
    expect(await user()).toMatchObject({ held: 900 });
    expect(await ledger.extend(id, 101, 650)).toBe('insufficient_user');
    await ledger.settle(id, 900, usageRecord());
    await ledger.settled();
    expect(await user()).toMatchObject({ balance: 100, held: 0 });
  });

  async function reserveUpTo(amount: number, leeway: Leeway) {
    const call = reservation({ amount });
    return { id: call.id, ...(await ledger.reserveUpTo(call, leeway)) };
  }
});
