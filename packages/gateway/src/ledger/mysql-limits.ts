import type { PoolConnection, RowDataPacket } from 'mysql2/promise';
import type { LimitPart } from './apply-limits.ts';
import type { LimitWindow } from './limit-claims.ts';
import type { ServerTransaction } from './server-store.ts';

type LimitAccess = Pick<ServerTransaction, 'lockWindows' | 'listParts' | 'writeLimits'>;

/** The windows of limits in one transaction. */
export function windowsOf(connection: PoolConnection): LimitAccess {
  async function select<Row>(text: string, values: unknown[]): Promise<Row[]> {
    const [rows] = await connection.query<RowDataPacket[]>(text, values);
    return rows as Row[];
  }

  return {
    async lockWindows(ids, opened) {
      const found = await select<LimitWindow>(sql.lock, [ids]);
      const known = new Set(found.map(({ id }) => id));
      const missing = opened.filter(({ id }) => !known.has(id));
      if (missing.length === 0) return found;
      await connection.query(sql.open, [missing.map(valuesOf)]);
      return select<LimitWindow>(sql.lock, [ids]);
    },
    listParts: (window, since, until) => select<LimitPart>(sql.parts, [window, since, until]),
    async writeLimits({ windows, parts, expired }) {
      await connection.query(sql.save, [[...windows].map(valuesOf)]);
      const added = [...parts].flatMap(([id, ofWindow]) =>
        [...ofWindow].map(([at, amount]) => [id, at, amount]),
      );
      if (added.length > 0) await connection.query(sql.addParts, [added]);
      for (const [id, until] of expired) await connection.query(sql.removeParts, [id, until]);
    },
  };
}

function valuesOf(window: LimitWindow): unknown[] {
  const { id, rule, subject, startsAt, spent, held, calls, expiredAt } = window;
  return [id, rule, subject, startsAt, spent, held, calls, expiredAt];
}

const columns = 'id, rule_id, subject, starts_at, spent, held, calls, expired_at';
const sql = {
  lock: `SELECT id, rule_id AS rule, subject, starts_at AS startsAt, spent, held, calls, expired_at AS expiredAt
    FROM limit_window WHERE id IN (?) ORDER BY id FOR UPDATE`,
  open: `INSERT IGNORE INTO limit_window (${columns}) VALUES ?`,
  /** All rows exist and are locked. The insert is a bulk update by primary key. */
  save: `INSERT INTO limit_window (${columns}) VALUES ? ON DUPLICATE KEY UPDATE
    spent = VALUES(spent), held = VALUES(held), calls = VALUES(calls), expired_at = VALUES(expired_at)`,
  parts: 'SELECT at, amount FROM limit_part WHERE window_id = ? AND at > ? AND at <= ?',
  addParts: `INSERT INTO limit_part (window_id, at, amount) VALUES ?
    ON DUPLICATE KEY UPDATE amount = amount + VALUES(amount)`,
  removeParts: 'DELETE FROM limit_part WHERE window_id = ? AND at <= ?',
};
