import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases, type OpenDatabase } from '../testing/databases.ts';
import { fillAccounts, openTestLedger, reservation, usageRecord } from '../testing/ledger.ts';
import { audit, type Ledger, type LimitClaim, sweepWindows, windowId } from './index.ts';

const NOON = 1_795_000_000;

describeDatabases('limits in the ledger', (database) => {
  let opened: OpenDatabase;
  const ledgers: Ledger[] = [];
  beforeEach(async () => {
    opened = await database.open();
    await fillAccounts(opened.db, 2, 1_000_000);
  });
  afterEach(async () => {
    for (const ledger of ledgers.splice(0)) await ledger.close();
    expect((await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    await opened.dispose();
  });

  async function open(folder = ''): Promise<Ledger> {
    const { ledger } = await openTestLedger(opened, join(opened.options.dataDir, folder));
    ledgers.push(ledger);
    return ledger;
  }

  async function windowNamed({ window }: LimitClaim) {
    const row = await opened.db
      .selectFrom('limit_window')
      .select(['spent', 'held', 'calls'])
      .where('id', '=', window)
      .executeTakeFirst();
    return row;
  }

  test.each([
    ['one gateway', ['']],
    ['three gateways', ['', 'second', 'third']],
  ])('200 parallel calls of %s on a budget worth ten are served ten times', async (_, folders) => {
    // A file of SQLite has one ledger.
    const gateways = database.kind === 'sqlite' ? [''] : folders;
    const running: Ledger[] = [];
    for (const folder of gateways) running.push(await open(folder));
    const claims = [claimOf(1, 100)];

    const grants = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (running[index % running.length] as Ledger).reserveUpTo(
          reservation({ id: `call-${index}`, amount: 10, claims, userId: 1 + (index % 2) }),
          { least: 10, comfortable: 10 },
        ),
      ),
    );

    expect(grants.filter(({ outcome }) => outcome === 'ok')).toHaveLength(10);
    const refused = grants.filter(({ outcome }) => outcome === 'limit_full');
    expect(refused).toHaveLength(190);
    for (const { full } of refused) expect(full).toMatchObject({ rule: 1, limit: 100, needed: 10, spent: 0 });
    expect(await windowNamed(claims[0] as LimitClaim)).toEqual({ spent: 0, held: 100, calls: 0 });

    for (const [index, { outcome }] of grants.entries())
      if (outcome === 'ok')
        await running[index % running.length]?.settle(
          `call-${index}`,
          7,
          usageRecord({ user_id: 1 + (index % 2) }),
        );
    for (const ledger of running) await ledger.settled();
    expect(await windowNamed(claims[0] as LimitClaim)).toEqual({ spent: 70, held: 0, calls: 10 });
  });

  test('the first full limit refuses a call, and the others hold nothing of it', async () => {
    const ledger = await open();
    const claims = [claimOf(1, 1000), claimOf(2, 5), claimOf(3, 1)];
    const grant = await ledger.reserveUpTo(reservation({ amount: 10, claims }), {
      least: 10,
      comfortable: 10,
    });

    expect(grant).toEqual({
      outcome: 'limit_full',
      amount: 0,
      full: { rule: 2, limit: 5, spent: 0, held: 0, needed: 10 },
    });
    for (const claim of claims) expect((await windowNamed(claim))?.held ?? 0).toBe(0);
    const { held } = await opened.db
      .selectFrom('account')
      .select('held')
      .where('id', '=', 4)
      .executeTakeFirstOrThrow();
    expect(held).toBe(0);
  });

  test('a call without a length gets what is left of a budget, as of a balance', async () => {
    const ledger = await open();
    const claims = [claimOf(1, 90)];
    const grant = await ledger.reserveUpTo(reservation({ id: 'a', amount: 500, claims }), {
      least: 10,
      comfortable: 40,
    });
    expect(grant).toMatchObject({ outcome: 'ok', amount: 90 });
    await ledger.void('a');
  });

  test('a call that ends after midnight is spent of the day in which it was held', async () => {
    const ledger = await open();
    const [yesterday, today] = [claimOf(1, 100, { startsAt: NOON - 86_400 }), claimOf(1, 100)];
    await ledger.reserve(reservation({ id: 'late', amount: 60, claims: [yesterday] }));
    expect(await ledger.reserve(reservation({ id: 'early', amount: 60, claims: [today] }))).toBe('ok');
    await ledger.settle('late', 50, usageRecord());
    await ledger.settle('early', 20, usageRecord());
    await ledger.settled();

    expect(await windowNamed(yesterday)).toMatchObject({ spent: 50, held: 0 });
    expect(await windowNamed(today)).toMatchObject({ spent: 20, held: 0 });
  });

  test('a rolling window frees what was spent to the second', async () => {
    const ledger = await open();
    const rolling = (at: number) => claimOf(1, 100, { startsAt: 0, period: 3600, at });
    await ledger.reserve(reservation({ id: 'first', amount: 70, claims: [rolling(NOON)] }));
    await ledger.settle('first', 70, usageRecord());
    await ledger.settled();

    const call = (id: string, at: number) =>
      ledger.reserve(reservation({ id, amount: 31, claims: [rolling(at)] }));
    expect(await call('second', NOON + 3599)).toBe('limit_full');
    expect(await call('third', NOON + 3600)).toBe('ok');
    await ledger.settle('third', 31, usageRecord());
  });

  test('a raised limit admits the next call, a lowered one refuses it and breaks none that runs', async () => {
    const ledger = await open();
    const call = (id: string, limit: number) =>
      ledger.reserve(reservation({ id, amount: 60, claims: [claimOf(1, limit)] }));
    expect(await call('a', 100)).toBe('ok');
    expect(await call('b', 100)).toBe('limit_full');
    expect(await call('b', 120)).toBe('ok');
    expect(await call('c', 10)).toBe('limit_full');
    expect(await ledger.extend('a', 0, 30)).toBe('ok');
    for (const id of ['a', 'b']) await ledger.settle(id, 60, usageRecord());
    await ledger.settled();
    expect(await windowNamed(claimOf(1, 10))).toMatchObject({ spent: 120, held: 0 });
  });

  test('a running call that would pass a limit is not raised, and keeps what it holds', async () => {
    const ledger = await open();
    const claims = [claimOf(1, 100), claimOf(2, 300, { tokens: 200 })];
    await ledger.reserve(reservation({ id: 'a', amount: 90, claims }));
    ledger.dispatch('a', 3);

    expect(await ledger.extend('a', 20, 50, 220)).toBe('limit_full');
    expect(ledger.findFull('a')).toMatchObject({ rule: 1, held: 90, needed: 20 });
    expect(await ledger.extend('a', 10, 50, 301)).toBe('limit_full');
    expect(ledger.findFull('a')).toMatchObject({ rule: 2, held: 200, needed: 101 });
    expect(await ledger.extend('a', 10, 50, 300)).toBe('ok');
    expect(await windowNamed(claims[1] as LimitClaim)).toMatchObject({ held: 300 });

    await ledger.settle('a', 70, usageRecord({ prompt_tokens: 40, completion_tokens: 150 }));
    await ledger.settled();
    expect(await windowNamed(claims[0] as LimitClaim)).toMatchObject({ spent: 70, held: 0 });
    expect(await windowNamed(claims[1] as LimitClaim)).toMatchObject({ spent: 190, held: 0 });
  });

  test('a call counts for the channel that serves it, and no longer for the one before', async () => {
    const ledger = await open();
    const [own, first, second] = [claimOf(1, 100), claimOf(2, 100), claimOf(3, 40)];
    await ledger.reserve(reservation({ id: 'a', amount: 60, claims: [own] }));
    expect(await ledger.claim('a', [second])).toMatchObject({ rule: 3, limit: 40, needed: 60 });
    expect(await ledger.claim('a', [first])).toBeUndefined();
    expect(await windowNamed(first)).toMatchObject({ held: 60 });
    expect(await ledger.claim('a', [{ ...second, limit: 80 }])).toBeUndefined();
    expect(await windowNamed(first)).toMatchObject({ held: 0 });
    await ledger.settle('a', 50, usageRecord());
    await ledger.settled();
    for (const [claim, spent] of [
      [own, 50],
      [first, 0],
      [second, 50],
    ] as const)
      expect(await windowNamed(claim)).toMatchObject({ spent, held: 0 });
  });

  test('a killed gateway leaves nothing held: its calls are spent as they are charged', async () => {
    const claims = [
      claimOf(1, 1000),
      claimOf(2, 1000, { tokens: 300 }),
      claimOf(3, 1000, { startsAt: 0, period: 3600 }),
    ];
    const dying = await open();
    await dying.reserve(reservation({ id: 'sent', amount: 200, estimate: 80, claims }));
    dying.dispatch('sent', 3);
    await dying.reserve(reservation({ id: 'unsent', amount: 200, claims }));
    await dying.reserve(reservation({ id: 'ended', amount: 200, claims }));
    dying.dispatch('ended', 3);
    await dying.settle('ended', 90, usageRecord({ prompt_tokens: 10, completion_tokens: 20 }));
    await dying.close(0);

    await open();
    expect(await windowNamed(claims[0] as LimitClaim)).toMatchObject({ spent: 170, held: 0, calls: 2 });
    expect(await windowNamed(claims[1] as LimitClaim)).toMatchObject({ spent: 330, held: 0 });
    expect(await windowNamed(claims[2] as LimitClaim)).toMatchObject({ spent: 170, held: 0 });
  });

  test('windows of deleted rules, earlier series and long ago are swept, but none that is held', async () => {
    const ledger = await open();
    const [old, current, gone, running] = [
      claimOf(1, 100, { startsAt: 1000 }),
      claimOf(1, 100),
      claimOf(2, 100, { startsAt: 0, period: 3600 }),
      claimOf(3, 100),
    ];
    const earlier = { ...current, window: windowId({ rule: 1, series: 7, subject: '', startsAt: NOON }) };
    const claims = [old, current, earlier, gone] as LimitClaim[];
    await ledger.reserve(reservation({ id: 'a', amount: 50, claims }));
    await ledger.settle('a', 30, usageRecord());
    await ledger.reserve(reservation({ id: 'b', amount: 50, claims: [running as LimitClaim] }));
    await ledger.settled();

    expect(await sweepWindows(opened.db, [{ rule: 1, series: 0, since: 2000 }])).toBe(3);
    expect(await sweepWindows(opened.db, [{ rule: 1, series: 0, since: 2000 }])).toBe(0);
    const left = await opened.db.selectFrom('limit_window').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([current?.window, running?.window]);
    expect(await opened.db.selectFrom('limit_part').selectAll().execute()).toEqual([]);

    // The ledger has seen the deletion, and goes on.
    await ledger.reserve(reservation({ id: 'c', amount: 60, claims: [current as LimitClaim] }));
    await ledger.settle('c', 60, usageRecord());
    await ledger.void('b');
    await ledger.settled();
    expect(await windowNamed(current as LimitClaim)).toMatchObject({ spent: 90, held: 0, calls: 2 });
  });

  test.each([
    ['I10', { spent: 1 }],
    ['I11', { held: 1 }],
  ])('the audit reports a window that differs from its entries or holds (%s)', async (finding, planted) => {
    const ledger = await open();
    const claims = [claimOf(1, 100)];
    await ledger.reserve(reservation({ id: 'a', amount: 50, claims }));
    await ledger.settle('a', 30, usageRecord());
    await ledger.settled();
    const { window } = claims[0] as LimitClaim;
    const change = (fields: object) =>
      opened.db.updateTable('limit_window').set(fields).where('id', '=', window).execute();

    await change(planted);
    const { failures } = await audit(opened.db, opened.logDb, { graceSeconds: 0 });
    expect(failures).toMatchObject([{ id: finding, count: 1, examples: [window] }]);
    await change({ spent: 30, held: 0 });
  });

  test('the audit reports a rolling window whose seconds do not add up', async () => {
    const ledger = await open();
    const claims = [claimOf(1, 100, { startsAt: 0, period: 3600 })];
    await ledger.reserve(reservation({ id: 'a', amount: 50, claims }));
    await ledger.settle('a', 30, usageRecord());
    await ledger.settled();
    const change = (amount: number) => opened.db.updateTable('limit_part').set({ amount }).execute();

    await change(29);
    const { failures } = await audit(opened.db, opened.logDb, { graceSeconds: 0 });
    expect(failures.map(({ id }) => id)).toEqual(['I12']);
    await change(30);
  });
});

/** A claim of a daily limit of quota. */
function claimOf(rule: number, limit: number, changes: Partial<LimitClaim> = {}): LimitClaim {
  const startsAt = changes.startsAt ?? NOON;
  const window = windowId({ rule, series: 0, subject: '', startsAt });
  return { window, rule, subject: '', startsAt, period: 0, at: NOON, limit, ...changes };
}
