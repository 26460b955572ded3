import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeServers, type TestDatabase } from '../../testing/databases.ts';
import { describeSchema, withStatementHook } from '../../testing/statement-hook.ts';
import { type Connection, connect } from '../connect.ts';
import { migrate } from '../migrate.ts';
import type { UntypedDb } from '../portable.ts';
import * as first from './0001-logs.ts';
import * as second from './0002-unlogged.ts';
import * as third from './0003-sums.ts';
import * as fourth from './0004-names.ts';

async function addRow(db: UntypedDb, request_id: string): Promise<void> {
  await db.insertInto('logs').values({ request_id, user_id: 1, created_at: 1, type: 2 }).execute();
}

/** A log with rows of an earlier version, and a second connection as a running gateway of that version. */
async function openOldLog(database: TestDatabase) {
  const { options, dispose } = await database.createEmpty();
  const [starting, running] = [await connect(options), await connect(options)];
  const db = running.logDb as unknown as UntypedDb;
  await first.up(db);
  await second.up(db);
  for (let n = 0; n < 5; n += 1) await addRow(db, `old ${n}`);
  const close = async () => {
    await Promise.all([starting.close(), running.close()]);
    await dispose();
  };
  return { starting: starting.logDb as unknown as UntypedDb, running: db, close };
}

const update = async (db: UntypedDb) => {
  await third.up(db);
  await fourth.up(db);
};

/** Process ids of connections that are building an index concurrently. */
async function findBuilders(db: UntypedDb): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_progress_create_index`.execute(db);
  return rows.map(({ pid }) => pid);
}

/** Locks the row of a call without a commit, which a concurrent index build waits for, while `work` runs. */
async function whileRowIsOpen(db: UntypedDb, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await addRow(tx, 'open');
    await work();
  });
}

describeServers('the migration of a long log', (database) => {
  test('lets running gateways write rows between all of its steps', async () => {
    const { starting, running, close } = await openOldLog(database);
    let rows = 0;
    await update(withStatementHook(starting, () => addRow(running, `during ${++rows}`)));
    expect(rows).toBeGreaterThan(20);
    await close();
  });

  test.runIf(database.kind === 'postgres')(
    'lets running gateways write rows while it builds an index',
    async () => {
      const { starting, running, close } = await openOldLog(database);
      let updating: Promise<void> | undefined;
      await whileRowIsOpen(running, async () => {
        updating = update(starting);
        await expect.poll(() => findBuilders(running), { timeout: 8000 }).toHaveLength(1);
        await addRow(running, 'while the index is built');
      });
      await updating;
      const count = await running.selectFrom('logs').select(sql<number>`count(*)`.as('n')).executeTakeFirst();
      expect(count).toEqual({ n: 7 });
      await close();
    },
  );

  test.runIf(database.kind === 'postgres')(
    'builds an index again that an interrupted build left invalid',
    async () => {
      const { starting, running, close } = await openOldLog(database);
      await whileRowIsOpen(running, async () => {
        const interrupted = expect(update(starting)).rejects.toThrow('canceling statement');
        await expect.poll(() => findBuilders(running), { timeout: 8000 }).toHaveLength(1);
        const [pid] = await findBuilders(running);
        await sql`select pg_cancel_backend(${pid})`.execute(running);
        await interrupted;
      });
      const invalid = async () => (await describeSchema(running)).filter((line) => / f [tf]$/.test(line));
      expect(await invalid()).toHaveLength(1);
      await update(starting);
      expect(await invalid()).toEqual([]);
      await close();
    },
  );

  test('lets two gateways start at once', async () => {
    const { options, dispose } = await database.createEmpty();
    const gateways: Connection[] = [await connect(options), await connect(options)];
    const [one] = gateways as [Connection, Connection];
    const db = one.db as unknown as UntypedDb;
    await first.up(db);
    await addRow(db, 'old');
    await Promise.all(gateways.map((each) => migrate(each)));
    expect(await migrate(one)).toEqual([]);
    await Promise.all(gateways.map((each) => each.close()));
    await dispose();
  });
});
