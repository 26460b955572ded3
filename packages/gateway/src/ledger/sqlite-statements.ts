import type Database from 'better-sqlite3';
import type { Statement } from 'better-sqlite3';
import type { LimitPart } from './apply-limits.ts';
import type { LimitWindow } from './limit-claims.ts';
import type { Account, Hold, InstanceState } from './types.ts';

/** The windows of limits. */
interface LimitStatements {
  readonly window: Statement<[string], LimitWindow>;
  /** Of one window, between two seconds. */
  readonly expiredParts: Statement<[string, number, number], LimitPart>;
  readonly openWindow: Statement;
  readonly saveWindow: Statement;
  readonly addPart: Statement;
  readonly removeParts: Statement;
}

export interface Statements extends LimitStatements {
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

const holdColumns =
  'id, user_account AS user, token_account AS token, amount, used, instance, snapshot, windows';
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
      'INSERT INTO hold (id, user_account, token_account, amount, used, instance, snapshot, windows) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    change: prepare('UPDATE hold SET amount = ?, used = ?, windows = ? WHERE id = ?'),
    remove: prepare('DELETE FROM hold WHERE id = ?'),
    save: prepare('UPDATE account SET balance = ?, held = ?, seq = ?, used = ?, count = ? WHERE id = ?'),
    enter: prepare(
      `INSERT INTO entry (ref, kind, account, seq, amount, balance_after, token_account, token_seq,
        token_balance_after, meta, at, windows) VALUES (?, 'usage', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    post: prepare(
      "INSERT INTO outbox (topic, dedup_key, payload, next_at) VALUES ('usage', ?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    ...prepareLimits(database),
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

function prepareLimits(database: Database.Database): LimitStatements {
  return {
    window: database.prepare<[string], LimitWindow>(
      `SELECT id, rule_id AS rule, subject, starts_at AS startsAt, spent, held, calls, expired_at AS expiredAt,
        rowid AS row FROM limit_window WHERE id = ?`,
    ),
    expiredParts: database.prepare<[string, number, number], LimitPart>(
      'SELECT at, amount FROM limit_part WHERE window_id = ? AND at > ? AND at <= ?',
    ),
    openWindow: database.prepare(
      `INSERT INTO limit_window (id, rule_id, subject, starts_at, spent, held, calls, expired_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    /** By the key of the row: a look-up by its text costs as much as the write. */
    saveWindow: database.prepare(
      'UPDATE limit_window SET spent = ?, held = ?, calls = ?, expired_at = ? WHERE rowid = ?',
    ),
    addPart: database.prepare(
      `INSERT INTO limit_part (window_id, at, amount) VALUES (?, ?, ?)
        ON CONFLICT (window_id, at) DO UPDATE SET amount = amount + excluded.amount`,
    ),
    removeParts: database.prepare('DELETE FROM limit_part WHERE window_id = ? AND at <= ?'),
  };
}
