import type { Pool, PoolConnection, RowDataPacket } from 'mysql2/promise';
import { findLossReason } from '../db/lost-connection.ts';
import { openMysqlPool } from '../db/mysql.ts';
import { isDuplicateKey } from '../db/portable.ts';
import type { Silence } from '../db/silence.ts';
import { windowsOf } from './mysql-limits.ts';
import { LostCommit, type ServerChanges, type ServerDriver, type ServerTransaction } from './server-store.ts';
import type { Account, Hold, InstanceState } from './types.ts';

const connections = 3;
const conflicts = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT']);

export async function openMysql(url: string, silence: Silence): Promise<ServerDriver> {
  const pool = (await openMysqlPool(url, connections, silence)).promise();
  return {
    transact: (work) => transact(pool, work),
    isTransient,
    openHolds: (instance) => select<Hold>(pool, `${selectHolds} WHERE instance = ?`, [instance]),
    async silentInstances(olderThanMs) {
      return (await select<{ instance: string }>(pool, sql.silent, [olderThanMs])).map(
        ({ instance }) => instance,
      );
    },
    async heartbeat(instance, place) {
      await pool.query(sql.heartbeat, [instance, place]);
    },
    findInstance: async (id) => (await select<InstanceState>(pool, sql.instance, [id]))[0],
    async endInstance(id, keepMs) {
      await pool.query(sql.endInstance, [id]);
      await pool.query(sql.removeEnded, [keepMs]);
    },
    async saveCheckpoints(sorted) {
      const rows = sorted.map(() => sql.checkpointRow).join(' UNION ALL ');
      const values = sorted.flatMap(({ id, used }) => [id, used]);
      await pool.query(`UPDATE (${rows}) AS named ${sql.saveCheckpoints}`, values);
    },
    charges: (refs) => charges(pool, refs),
    close: () => pool.end(),
  };
}

async function transact<T>(pool: Pool, work: (transaction: ServerTransaction) => Promise<T>): Promise<T> {
  const connection = await pool.getConnection();
  let isCommitting = false;
  try {
    await connection.query('START TRANSACTION');
    const result = await work(transactionOf(connection));
    isCommitting = true;
    await connection.query('COMMIT');
    connection.release();
    return result;
  } catch (error) {
    connection.destroy(); // Closing the connection rolls back in any state.
    throw isCommitting ? new LostCommit(error) : error;
  }
}

function transactionOf(connection: PoolConnection): ServerTransaction {
  return {
    insertHolds: (holds) => insertHolds(connection, holds),
    lockHolds: (ids) =>
      select<Hold>(connection, `${holdColumns} FROM ${holdsNamed(ids)} ORDER BY hold.id FOR UPDATE`, [
        ...ids,
      ]),
    lockAccounts: (ids) => select<Account>(connection, sql.lockAccounts, [ids]),
    ...windowsOf(connection),
    charges: (refs) => charges(connection, refs),
    write: (changes) => write(connection, changes),
  };
}

async function insertHolds(connection: PoolConnection, holds: readonly Hold[]): Promise<Set<string>> {
  const charged = await charges(
    connection,
    holds.map(({ id }) => id),
  );
  const uncharged = holds.filter(({ id }) => !charged.has(id));
  if (uncharged.length === 0) return new Set();
  try {
    await connection.query(sql.insertHolds, [uncharged.map(holdValues)]);
    return new Set(uncharged.map(({ id }) => id));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error; // Only the statement was undone; the transaction is still open.
  }
  const fresh = new Set<string>();
  for (const hold of uncharged) {
    try {
      await connection.query(sql.insertHolds, [[holdValues(hold)]]);
      fresh.add(hold.id);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  return fresh;
}

async function write(connection: PoolConnection, changes: ServerChanges): Promise<void> {
  const { changed, removed, accounts, entries, outbox } = changes;
  if (removed.length > 0) await connection.query(`DELETE hold FROM ${holdsNamed(removed)}`, [...removed]);
  for (const { id, user, token, amount, used, snapshot, windows } of changed)
    await connection.query(sql.changeHold, [user, token, amount, used, snapshot, windows, id]);
  if (accounts.length > 0) {
    const rows = accounts.map((x) => [x.id, '', x.id, x.balance, x.held, 0, x.seq, x.used, x.count]);
    await connection.query(sql.saveAccounts, [rows]);
  }
  if (entries.length > 0) {
    const rows = entries.map((x) => [
      ...[x.ref, 'usage', x.account, x.seq, x.amount, x.balanceAfter],
      ...[x.token, x.tokenSeq, x.tokenBalanceAfter, x.meta, x.at, x.windows],
    ]);
    await connection.query(sql.enter, [rows]);
  }
  if (outbox.length > 0) {
    const rows = outbox.map(({ id, payload, nextAt }) => ['usage', id, payload, nextAt]);
    await connection.query(sql.outbox, [rows]);
  }
}

async function charges(
  connection: Pool | PoolConnection,
  refs: readonly string[],
): Promise<Map<string, number>> {
  if (refs.length === 0) return new Map();
  const rows = await select<{ ref: string; charge: number }>(connection, sql.charges, [refs]);
  return new Map(rows.map(({ ref, charge }) => [ref, charge]));
}

async function select<Row>(
  connection: Pool | PoolConnection,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const [rows] = await connection.query<RowDataPacket[]>(text, values);
  return rows as Row[];
}

function holdValues({ id, user, token, amount, used, instance, snapshot, windows }: Hold): unknown[] {
  return [id, user, token, amount, used, instance, snapshot, windows];
}

function isTransient(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return conflicts.has(code) || findLossReason(error) !== undefined;
}

/**
 * Joins the holds with these ids, each looked up by its key. For a list of ids the server would rather scan a
 * small table. It would then wait for new holds of other gateways, which wait for an account that is locked
 * here.
 */
function holdsNamed(ids: readonly string[]): string {
  const list = ids.map(() => 'SELECT CONVERT(? USING ascii) COLLATE ascii_bin AS id').join(' UNION ALL ');
  return `(${list}) AS named STRAIGHT_JOIN hold ON hold.id = named.id`;
}

const holdColumns =
  'SELECT hold.id, user_account AS user, token_account AS token, amount, used, instance, snapshot, windows';
const NOW = 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)';
const selectHolds = `${holdColumns} FROM hold`;
const sql = {
  insertHolds:
    'INSERT INTO hold (id, user_account, token_account, amount, used, instance, snapshot, windows) VALUES ?',
  changeHold:
    'UPDATE hold SET user_account = ?, token_account = ?, amount = ?, used = ?, snapshot = ?, windows = ? WHERE id = ?',
  lockAccounts:
    'SELECT id, balance, held, floor, seq, used, count FROM account WHERE id IN (?) ORDER BY id FOR UPDATE',
  checkpointRow: 'SELECT CONVERT(? USING ascii) COLLATE ascii_bin AS id, ? AS used',
  /** Looks up each hold by its key, in the order of the list: see `holdsNamed`. */
  saveCheckpoints: `STRAIGHT_JOIN hold ON hold.id = named.id SET hold.used = named.used
    WHERE hold.used < named.used`,
  charges: "SELECT ref, -amount AS charge FROM entry WHERE kind = 'usage' AND ref IN (?)",
  /** All rows exist and are locked. The insert is a bulk update by primary key; other columns are unused. */
  saveAccounts: `INSERT INTO account (id, owner_type, owner_id, balance, held, floor, seq, used, count) VALUES ?
    ON DUPLICATE KEY UPDATE balance = VALUES(balance), held = VALUES(held), seq = VALUES(seq),
      used = VALUES(used), count = VALUES(count)`,
  enter: `INSERT INTO entry (ref, kind, account, seq, amount, balance_after, token_account, token_seq,
    token_balance_after, meta, at, windows) VALUES ?`,
  outbox:
    'INSERT INTO outbox (topic, dedup_key, payload, next_at) VALUES ? ON DUPLICATE KEY UPDATE dedup_key = VALUES(dedup_key)',
  /** Returns none on a read-only server, because heartbeats go to the new primary. */
  silent: `SELECT DISTINCT hold.instance AS instance FROM hold LEFT JOIN instance ON instance.id = hold.instance
    WHERE coalesce(heartbeat_at, 0) < CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED) - ?
      AND @@global.read_only IN ('0', 'OFF')`,
  heartbeat: `INSERT INTO instance (id, place, heartbeat_at) VALUES (?, ?, ${NOW})
    ON DUPLICATE KEY UPDATE heartbeat_at = VALUES(heartbeat_at), place = VALUES(place), ended = 0`,
  instance: `SELECT place, ended, ${NOW} - heartbeat_at AS silentMs FROM instance WHERE id = ?`,
  endInstance: 'UPDATE instance SET ended = 1 WHERE id = ?',
  removeEnded: `DELETE FROM instance WHERE ended = 1 AND heartbeat_at < ${NOW} - ?`,
};
