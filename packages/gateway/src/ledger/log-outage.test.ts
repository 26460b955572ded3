import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { describeDatabases } from '../testing/databases.ts';
import { fillAccounts, openTestLedger, reservation, usageRecord } from '../testing/ledger.ts';
import { createWithLogLine, type DatabaseWithLogLine } from '../testing/log-line.ts';
import { wrongSums } from '../testing/logs.ts';
import { audit, type OpenedLedger } from './index.ts';
import { queueRows, usageDelivery } from './outbox.ts';
import { findBalance } from './post.ts';
import { usageRow } from './usage-row.ts';

const patient = { timeout: 60_000, interval: 50 };

describeDatabases('an unreachable log database', (kind) => {
  let made: DatabaseWithLogLine;
  let opened: Connection & { readonly options: DatabaseWithLogLine['database']['options'] };
  let gateway: OpenedLedger;
  const open = (dataDir = opened.options.dataDir) =>
    openTestLedger({ ...opened, dispose: async () => {} }, dataDir, () => {});
  beforeEach(async () => {
    made = await createWithLogLine(kind);
    const { options } = made.database;
    opened = { ...(await connect(options)), options };
    await migrate(opened);
    await opened.limitLogSilence(1_000);
    await fillAccounts(opened.db, 1, 1_000_000);
    gateway = await open();
  });
  afterEach(async () => {
    made.line.setSilent(false);
    await gateway.ledger.close(0);
    await opened.close();
    await made.database.dispose();
  });

  const user = () => findBalance(opened.db, { ownerType: 'user', ownerId: 1 });
  const logs = () => opened.logDb.selectFrom('logs').selectAll().orderBy('request_id').execute();
  const outbox = () => opened.db.selectFrom('outbox').select('dedup_key').execute();
  const failures = async () => (await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures;
  const call = async (id: string, cost = 7) => {
    await gateway.ledger.reserve(reservation({ id }));
    gateway.ledger.dispatch(id, 3);
    await gateway.ledger.settle(id, cost, usageRecord());
  };
  const callMany = async (prefix: string, count: number) => {
    for (let n = 0; n < count; n += 1) await call(`${prefix}-${n}`);
  };
  /** Ends calls until the gateway detects the outage and has booked all earlier ends. */
  const untilAway = async () => {
    await call('first');
    await expect.poll(() => opened.logOutage?.isAway, patient).toBe(true);
    await gateway.ledger.settled();
  };
  const untilBack = async () => {
    await expect.poll(() => gateway.tryLogDatabase().then(() => 'back', String), patient).toBe('back');
    await gateway.ledger.deliver();
  };

  test('leaves no ended call in memory while it refuses connections, and later gets the row of each once', async () => {
    await made.line.cut();
    await untilAway();
    await callMany('call', 50);
    await expect.poll(() => gateway.ledger.behind, patient).toBe(0);
    await gateway.ledger.settled();
    expect(await user()).toMatchObject({ balance: 1_000_000 - 51 * 7, held: 0 });

    await made.line.restore();
    await untilBack();
    expect(await logs()).toHaveLength(51);
    expect(await outbox()).toEqual([]);
    expect(await wrongSums(opened.logDb)).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  test('leaves no ended call in memory while it is silent, refuses reads, and later gets the row of each once', async () => {
    made.line.setSilent(true);
    await untilAway();
    const read = opened.gatedLogDb.selectFrom('logs').select('id').execute();
    await expect(read).rejects.toThrow('The log database does not answer');
    await callMany('call', 50);
    await expect.poll(() => gateway.ledger.behind, patient).toBe(0);
    await gateway.ledger.settled();

    made.line.setSilent(false);
    await untilBack();
    expect(await logs()).toHaveLength(51);
    expect(await outbox()).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  test('gets the rows of a gateway that was killed and started during the outage', async () => {
    await made.line.cut();
    await untilAway();
    await callMany('before', 20);
    await gateway.ledger.close(0);
    gateway = await open();
    await callMany('after', 20);
    await gateway.ledger.settled();

    await made.line.restore();
    await untilBack();
    expect(await logs()).toHaveLength(41);
    expect(await user()).toMatchObject({ balance: 1_000_000 - 41 * 7, held: 0 });
    expect(await outbox()).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  test('gets the rows of calls that ended just before a gateway was killed, when the next start finds an outage', async () => {
    await made.line.cut();
    await callMany('call', 20);
    await gateway.ledger.close(0);
    gateway = await open();
    await made.line.restore();
    await untilBack();
    await expect.poll(async () => (await logs()).length, patient).toBe(20);
    expect(await failures()).toEqual([]);
  });

  test('gets a backlog from one of several gateways, and each row once', async () => {
    const row = usageRow('row', 7, usageRecord());
    const rows = Array.from({ length: 1_050 }, (_, n) => ({ ...row, request_id: `row-${n}` }));
    await queueRows(opened.db, rows);
    const written: string[] = [];
    const deliveries = Array.from({ length: 4 }, () =>
      usageDelivery({
        db: opened.db,
        isAway: () => false,
        record: async (page) => void written.push(...page.map(({ request_id }) => request_id)),
      }),
    );
    await Promise.all(deliveries.map((deliver) => deliver()));
    await deliveries[0]?.();
    expect(new Set(written).size).toBe(1_050);
    // The last page is not full, and any gateway may write it.
    expect(written.slice(0, 1_000)).toHaveLength(new Set(written.slice(0, 1_000)).size);
    expect(await outbox()).toEqual([]);
  });

  test('gets a backlog from another gateway when the delivering one has died', async () => {
    const row = usageRow('row', 7, usageRecord());
    const rows = Array.from({ length: 250 }, (_, n) => ({ ...row, request_id: `row-${n}` }));
    await queueRows(opened.db, rows);
    const dead = { topic: 'lease', dedup_key: 'lease:usage-delivery', payload: 'dead', next_at: 1 };
    await opened.db.insertInto('outbox').values(dead).execute();
    await gateway.ledger.deliver();
    expect(await logs()).toHaveLength(250);
    expect(await outbox()).toEqual([]);
  });

  test('gets the rows of two gateways once', async () => {
    const second = await open(mkdtempSync(join(opened.options.dataDir, 'second-')));
    await made.line.cut();
    await untilAway();
    const { ledger } = gateway;
    await callMany('one', 150);
    gateway = second;
    await callMany('two', 150);
    await Promise.all([ledger.settled(), second.ledger.settled()]);
    gateway = { ...second, ledger };
    await made.line.restore();
    await expect.poll(() => second.tryLogDatabase().then(() => 'back', String), patient).toBe('back');
    await Promise.all([untilBack(), second.ledger.deliver()]);
    await second.ledger.close();
    expect(await logs()).toHaveLength(301);
    expect(await wrongSums(opened.logDb)).toEqual([]);
    expect(await failures()).toEqual([]);
  });
});

describeDatabases('a log database without space', (kind) => {
  if (kind.kind !== 'sqlite') return void test.skip('its server is the same as one that refuses', () => {});

  test('accepts no rows, and gets the row of each call once when it has space', async () => {
    const opened = await kind.open();
    await fillAccounts(opened.db, 1, 1_000_000);
    const { ledger, tryLogDatabase } = await openTestLedger(opened, opened.options.dataDir, () => {});
    const setPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(opened.logDb);
    const other = 'x'.repeat(20_000);
    const call = async (id: string) => {
      await ledger.reserve(reservation({ id }));
      ledger.dispatch(id, 3);
      await ledger.settle(id, 7, usageRecord({ other }));
    };
    await setPages(1);
    for (let n = 0; n < 40; n += 1) await call(`before-${n}`);
    await expect.poll(() => opened.logOutage?.isAway, patient).toBe(true);
    for (let n = 0; n < 40; n += 1) await call(`during-${n}`);
    await ledger.settled();
    await expect(tryLogDatabase()).rejects.toThrow();

    await setPages(1_000_000);
    await tryLogDatabase();
    await ledger.deliver();
    const { total } = await opened.logDb
      .selectFrom('logs')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(total).toBe(80);
    expect((await audit(opened.db, opened.logDb, { graceSeconds: 0 })).failures).toEqual([]);
    await ledger.close();
    await opened.dispose();
  });
});
