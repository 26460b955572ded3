import type { Pool, PoolClient } from 'pg';
import { findLossReason } from '../db/lost-connection.ts';
import { limitStatements, openPostgresPool } from '../db/postgres.ts';
import type { Silence } from '../db/silence.ts';
import type { AccountId } from './accounts.ts';
import { windowsOf } from './postgres-limits.ts';
import { LostCommit, type ServerChanges, type ServerDriver, type ServerTransaction } from './server-store.ts';
import type { Account, Hold, InstanceState } from './types.ts';

const connections = 3;
/** Longer than the wait for a lock, shorter than the silence after which a connection counts as lost. */
const STATEMENT_MS = 15_000;
/** Conflicts between transactions, and the time limits of a lock, a statement and an idle transaction. */
const transient = new Set(['40001', '40P01', '55P03', '57014', '25P03']);

export async function openPostgres(url: string, silence: Silence): Promise<ServerDriver> {
  const pool = await openPostgresPool(url, connections, silence);
  await limitStatements(pool, STATEMENT_MS);
  return {
    transact: (work) => transact(pool, work),
    isTransient,
    openHolds: async (instance) =>
      (await pool.query<Hold>(`${selectHolds} FROM hold h WHERE instance = $1`, [instance])).rows,
    async silentInstances(olderThanMs) {
      const { rows } = await pool.query<{ instance: string }>(sql.silent, [olderThanMs]);
      return rows.map(({ instance }) => instance);
    },
    async heartbeat(instance, place) {
      await pool.query(sql.heartbeat, [instance, place]);
    },
    findInstance: async (id) => (await pool.query<InstanceState>(sql.instance, [id])).rows[0],
    async endInstance(id, keepMs) {
      await pool.query(sql.endInstance, [id]);
      await pool.query(sql.removeEnded, [keepMs]);
    },
    async saveCheckpoints(sorted) {
      await pool.query({
        name: 'save-checkpoints',
        text: sql.saveCheckpoints,
        values: [sorted.map(({ id }) => id), sorted.map(({ used }) => used)],
      });
    },
    charges: (refs) => charges(pool, refs),
    close: () => pool.end(),
  };
}

async function transact<T>(pool: Pool, work: (transaction: ServerTransaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', ignore); // The running query fails too and reports it.
  let broken: Error | undefined;
  let isCommitting = false;
  try {
    await client.query('BEGIN');
    const result = await work(transactionOf(client));
    isCommitting = true;
    await client.query('COMMIT');
    return result;
  } catch (error) {
    broken = error as Error; // Closing the connection rolls back in any state.
    throw isCommitting ? new LostCommit(error) : error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

function transactionOf(client: PoolClient): ServerTransaction {
  return {
    async insertHolds(holds) {
      const values = [
        holds.map((hold) => hold.id),
        holds.map((hold) => hold.user),
        holds.map((hold) => hold.token),
        holds.map((hold) => hold.amount),
        holds.map((hold) => hold.used),
        holds.map((hold) => hold.instance),
        holds.map((hold) => hold.snapshot),
        holds.map((hold) => hold.windows),
      ];
      const { rows } = await client.query<{ id: string }>({
        name: 'insert-holds',
        text: sql.insertHolds,
        values,
      });
      return new Set(rows.map(({ id }) => id));
    },
    async lockHolds(ids) {
      return (await client.query<Hold>({ name: 'lock-holds', text: sql.lockHolds, values: [ids] })).rows;
    },
    async lockAccounts(ids: readonly AccountId[]) {
      return (await client.query<Account>({ name: 'lock-accounts', text: sql.lockAccounts, values: [ids] }))
        .rows;
    },
    ...windowsOf(client),
    charges: (refs) => charges(client, refs),
    write: (changes) => write(client, changes),
  };
}

async function write(
  client: PoolClient,
  { changed, removed, accounts, entries, outbox }: ServerChanges,
): Promise<void> {
  if (changed.length > 0) {
    const values = [
      changed.map((x) => x.id),
      changed.map((x) => x.user),
      changed.map((x) => x.token),
      changed.map((x) => x.amount),
      changed.map((x) => x.used),
      changed.map((x) => x.snapshot),
      changed.map((x) => x.windows),
    ];
    await client.query({ name: 'change-holds', text: sql.changeHolds, values });
  }
  if (removed.length + accounts.length + entries.length === 0) return;
  const values = [
    removed,
    accounts.map((x) => x.id),
    accounts.map((x) => x.balance),
    accounts.map((x) => x.held),
    accounts.map((x) => x.seq),
    accounts.map((x) => x.used),
    accounts.map((x) => x.count),
    entries.map((x) => x.ref),
    entries.map((x) => x.account),
    entries.map((x) => x.seq),
    entries.map((x) => x.amount),
    entries.map((x) => x.balanceAfter),
    entries.map((x) => x.token),
    entries.map((x) => x.tokenSeq),
    entries.map((x) => x.tokenBalanceAfter),
    entries.map((x) => x.meta),
    entries.map((x) => x.at),
    outbox.map((x) => x.id),
    outbox.map((x) => x.payload),
    outbox.map((x) => x.nextAt),
    entries.map((x) => x.windows),
  ];
  await client.query({ name: 'write', text: sql.write, values });
}

async function charges(client: Pool | PoolClient, refs: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ ref: string; charge: number }>(sql.charges, [refs]);
  return new Map(rows.map(({ ref, charge }) => [ref, charge]));
}

function isTransient(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return transient.has(code) || findLossReason(error) !== undefined;
}

function ignore(): void {}

const selectHolds =
  'SELECT h.id, user_account AS "user", token_account AS token, amount, used, instance, snapshot, windows';
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** Joined to unnest instead of `= ANY`, which without statistics scans the whole index. */
const sql = {
  /** A subquery per row instead of NOT EXISTS, which the planner turns into a join that reads all entries. */
  insertHolds: `INSERT INTO hold (id, user_account, token_account, amount, used, instance, snapshot, windows)
    SELECT v.* FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[])
      v (id, user_account, token_account, amount, used, instance, snapshot, windows)
    WHERE (SELECT e.ref FROM entry e WHERE e.ref = v.id AND e.kind = 'usage' LIMIT 1) IS NULL
    ON CONFLICT DO NOTHING RETURNING id`,
  lockHolds: `${selectHolds} FROM unnest($1::text[]) v (id) JOIN hold h ON h.id = v.id ORDER BY h.id FOR UPDATE OF h`,
  lockAccounts: `SELECT a.id, balance, held, floor, seq, used, count FROM unnest($1::bigint[]) v (id)
    JOIN account a ON a.id = v.id ORDER BY a.id FOR UPDATE OF a`,
  changeHolds: `UPDATE hold h SET user_account = v.payer, token_account = v.token, amount = v.amount, used = v.used,
      snapshot = v.snapshot, windows = v.windows
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[])
      v (id, payer, token, amount, used, snapshot, windows) WHERE h.id = v.id`,
  charges: `SELECT e.ref, -amount AS charge FROM unnest($1::text[]) v (ref)
    JOIN entry e ON e.ref = v.ref AND e.kind = 'usage'`,
  /** Locks in the order of the ids, which the join alone does not guarantee. */
  saveCheckpoints: `WITH locked AS (SELECT h.id, v.used FROM unnest($1::text[], $2::bigint[]) v (id, used)
      JOIN hold h ON h.id = v.id WHERE h.used < v.used ORDER BY h.id FOR UPDATE OF h)
    UPDATE hold h SET used = greatest(h.used, locked.used) FROM locked WHERE h.id = locked.id`,
  /** One round trip for the four tables that nearly every batch writes. */
  write: `WITH removed AS (DELETE FROM hold USING unnest($1::text[]) v (id) WHERE hold.id = v.id),
    saved AS (UPDATE account a SET balance = v.balance, held = v.held, seq = v.seq, used = v.used, count = v.count
      FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
        v (id, balance, held, seq, used, count) WHERE a.id = v.id),
    posted AS (INSERT INTO outbox (topic, dedup_key, payload, next_at)
      SELECT 'usage', v.* FROM unnest($18::text[], $19::text[], $20::bigint[]) v (id, payload, next_at)
      ON CONFLICT DO NOTHING)
    INSERT INTO entry (ref, kind, account, seq, amount, balance_after, token_account, token_seq,
        token_balance_after, meta, at, windows)
      SELECT ref, 'usage', account, seq, amount, balance_after, token, token_seq, token_balance, meta, at, windows
      FROM unnest($8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
        $14::bigint[], $15::bigint[], $16::text[], $17::bigint[], $21::text[])
        v (ref, account, seq, amount, balance_after, token, token_seq, token_balance, meta, at, windows)`,
  /** Returns none on a read-only server, because heartbeats go to the new primary. */
  silent: `SELECT DISTINCT h.instance FROM hold h LEFT JOIN instance i ON i.id = h.instance
    WHERE coalesce(heartbeat_at, 0) < extract(epoch FROM clock_timestamp()) * 1000 - $1::bigint
      AND current_setting('transaction_read_only') = 'off'`,
  heartbeat: `INSERT INTO instance (id, place, heartbeat_at) VALUES ($1, $2, ${NOW})
    ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at, place = excluded.place, ended = 0`,
  instance: `SELECT place, ended, ${NOW} - heartbeat_at AS "silentMs" FROM instance WHERE id = $1`,
  endInstance: 'UPDATE instance SET ended = 1 WHERE id = $1',
  removeEnded: `DELETE FROM instance WHERE ended = 1 AND heartbeat_at < ${NOW} - $1::bigint`,
};
