import type { PoolClient } from 'pg';
import type { LimitPart } from './apply-limits.ts';
import type { LimitWindow } from './limit-claims.ts';
import type { ServerTransaction } from './server-store.ts';

type LimitAccess = Pick<ServerTransaction, 'lockWindows' | 'listParts' | 'writeLimits'>;

/** The windows of limits in one transaction. */
export function windowsOf(client: PoolClient): LimitAccess {
  async function lock(ids: readonly string[]): Promise<LimitWindow[]> {
    return (await client.query<LimitWindow>({ name: 'lock-windows', text: sql.lock, values: [ids] })).rows;
  }

  return {
    async lockWindows(ids, opened) {
      const found = await lock(ids);
      const known = new Set(found.map(({ id }) => id));
      const missing = opened.filter(({ id }) => !known.has(id));
      if (missing.length === 0) return found;
      await client.query({ name: 'open-windows', text: sql.open, values: columnsOf(missing) });
      return lock(ids);
    },
    async listParts(window, since, until) {
      const values = [window, since, until];
      return (await client.query<LimitPart>({ name: 'list-parts', text: sql.parts, values })).rows;
    },
    async writeLimits({ windows, parts, expired }) {
      const values = columnsOf([...windows]);
      await client.query({ name: 'save-windows', text: sql.save, values });
      const added = [...parts].flatMap(([id, ofWindow]) =>
        [...ofWindow].map(([at, amount]) => ({ id, at, amount })),
      );
      if (added.length > 0) {
        const columns = [
          added.map(({ id }) => id),
          added.map(({ at }) => at),
          added.map(({ amount }) => amount),
        ];
        await client.query({ name: 'add-parts', text: sql.addParts, values: columns });
      }
      if (expired.size > 0) {
        const columns = [[...expired.keys()], [...expired.values()]];
        await client.query({ name: 'remove-parts', text: sql.removeParts, values: columns });
      }
    },
  };
}

function columnsOf(windows: readonly LimitWindow[]): unknown[][] {
  return [
    windows.map((x) => x.id),
    windows.map((x) => x.rule),
    windows.map((x) => x.subject),
    windows.map((x) => x.startsAt),
    windows.map((x) => x.spent),
    windows.map((x) => x.held),
    windows.map((x) => x.calls),
    windows.map((x) => x.expiredAt),
  ];
}

const given = `unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
  $8::bigint[]) v (id, rule_id, subject, starts_at, spent, held, calls, expired_at)`;
const columns = 'id, rule_id, subject, starts_at, spent, held, calls, expired_at';
const sql = {
  lock: `SELECT w.id, rule_id AS rule, subject, starts_at AS "startsAt", spent, held, calls,
      expired_at AS "expiredAt"
    FROM unnest($1::text[]) v (id) JOIN limit_window w ON w.id = v.id ORDER BY w.id FOR UPDATE OF w`,
  /** Sorted: the same order as in locks. */
  open: `INSERT INTO limit_window (${columns}) SELECT * FROM ${given} ORDER BY v.id ON CONFLICT DO NOTHING`,
  save: `UPDATE limit_window w SET spent = v.spent, held = v.held, calls = v.calls, expired_at = v.expired_at
    FROM ${given} WHERE w.id = v.id`,
  parts: 'SELECT at, amount FROM limit_part WHERE window_id = $1 AND at > $2 AND at <= $3',
  addParts: `INSERT INTO limit_part (window_id, at, amount)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) ON CONFLICT (window_id, at)
    DO UPDATE SET amount = limit_part.amount + excluded.amount`,
  removeParts: `DELETE FROM limit_part p USING unnest($1::text[], $2::bigint[]) v (id, until)
    WHERE p.window_id = v.id AND p.at <= v.until`,
};
