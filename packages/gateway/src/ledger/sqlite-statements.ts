import type Database from 'better-sqlite3';
import type { Statement } from 'better-sqlite3';
import type { Account, Hold, InstanceState } from './types.ts';

export interface Statements {
  readonly begin: Statement;
  readonly commit: Statement;
  readonly rollback: Statement;
  /** Changes when another connection has written. */
  readonly version: Statement<[], number>;
  readonly account: Statement<[number], Account>;
  readonly hold: Statement<[string], Hold>;
  readonly charge: Statement<[string], number>;
  /** Whether an id was reserved or charged before: one look-up for a new call, usually with a new id. */
  readonly isKnown: Statement<[string, string], number>;
  readonly insert: Statement;
  readonly change: Statement;
  readonly remove: Statement;
  readonly save: Statement;
  readonly enter: Statement;
  readonly post: Statement;
  readonly openHolds: Statement<[string], Hold>;
  readonly silent: Statement<[number], string>;
  readonly heartbeat: Statement;
  readonly instance: Statement<[string], InstanceState>;
  readonly endInstance: Statement;
  /** Of instances that ended this many milliseconds ago. */
  readonly removeEnded: Statement;
}

const holdColumns = 'id, user_account AS user, token_account AS token, amount, used, instance, snapshot';
const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

export function prepareStatements(database: Database.Database): Statements {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    begin: prepare('BEGIN IMMEDIATE'),
    commit: prepare('COMMIT'),
    rollback: prepare('ROLLBACK'),
    version: database.prepare<[], number>('PRAGMA data_version').pluck(),
    account: database.prepare<[number], Account>(
      'SELECT id, balance, held, floor, seq, used, count FROM account WHERE id = ?',
    ),
    hold: database.prepare<[string], Hold>(`SELECT ${holdColumns} FROM hold WHERE id = ?`),
    charge: database
      .prepare<[string], number>("SELECT -amount FROM entry WHERE ref = ? AND kind = 'usage'")
      .pluck(),
    isKnown: database
      .prepare<[string, string], number>(
        "SELECT 1 FROM hold WHERE id = ? UNION ALL SELECT 1 FROM entry WHERE ref = ? AND kind = 'usage' LIMIT 1",
      )
      .pluck(),
    insert: prepare(
      'INSERT INTO hold (id, user_account, token_account, amount, used, instance, snapshot) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    change: prepare('UPDATE hold SET amount = ?, used = ? WHERE id = ?'),
    remove: prepare('DELETE FROM hold WHERE id = ?'),
    save: prepare('UPDATE account SET balance = ?, held = ?, seq = ?, used = ?, count = ? WHERE id = ?'),
    enter: prepare(
      `INSERT INTO entry (ref, kind, account, seq, amount, balance_after, token_account, token_seq,
        token_balance_after, meta, at) VALUES (?, 'usage', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    post: prepare(
      "INSERT INTO outbox (topic, dedup_key, payload, next_at) VALUES ('usage', ?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    openHolds: database.prepare<[string], Hold>(`SELECT ${holdColumns} FROM hold WHERE instance = ?`),
    silent: database
      .prepare<[number], string>(
        `SELECT DISTINCT hold.instance FROM hold LEFT JOIN instance ON instance.id = hold.instance
          WHERE coalesce(heartbeat_at, 0) < ${now} - ?`,
      )
      .pluck(),
    heartbeat: prepare(
      `INSERT INTO instance (id, place, heartbeat_at) VALUES (?, ?, ${now})
        ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at, place = excluded.place, ended = 0`,
    ),
    instance: database.prepare<[string], InstanceState>(
      `SELECT place, ended, ${now} - heartbeat_at AS silentMs FROM instance WHERE id = ?`,
    ),
    endInstance: prepare('UPDATE instance SET ended = 1 WHERE id = ?'),
    removeEnded: prepare(`DELETE FROM instance WHERE ended = 1 AND heartbeat_at < ${now} - ?`),
  };
}
