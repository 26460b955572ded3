import { type RawBuilder, sql } from 'kysely';
import type { MainFlavor } from '../db/portable.ts';
import type { Invariant } from './invariants.ts';

/** What the windows of limits and the books must agree on. */
export function limitInvariants(flavor: MainFlavor): readonly Invariant[] {
  const held = expand[flavor](sql`hold`);
  const spent = expand[flavor](sql`entry`);
  return [
    {
      id: 'I10',
      sentence: 'what was spent of the window of a limit is the sum of its entries',
      query: sql`SELECT w.id AS subject FROM limit_window w
        LEFT JOIN (${spent}) s ON s.id = w.id AND (s.at = 0 OR s.at > w.expired_at)
        GROUP BY w.id, w.spent HAVING w.spent <> coalesce(sum(s.amount), 0)`,
    },
    {
      id: 'I11',
      sentence: 'what the window of a limit holds back is the sum of its open holds',
      query: sql`SELECT w.id AS subject FROM limit_window w LEFT JOIN (${held}) h ON h.id = w.id
        GROUP BY w.id, w.held HAVING w.held <> coalesce(sum(coalesce(h.amount, h.total)), 0)`,
    },
    {
      id: 'I12',
      sentence: 'a rolling window knows what was spent in each second that it counts',
      query: sql`SELECT w.id AS subject FROM limit_window w
        LEFT JOIN limit_part p ON p.window_id = w.id
        WHERE p.window_id IS NOT NULL OR w.expired_at >= 0
        GROUP BY w.id, w.spent HAVING w.spent <> coalesce(sum(p.amount), 0)`,
    },
  ];
}

/** One row for each window of each row: `id`, `at`, `amount`, and the amount of the row itself as `total`. */
const expand: Record<MainFlavor, (table: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  sqlite: (
    table,
  ) => sql`SELECT j.value ->> 0 AS id, j.value ->> 1 AS at, j.value ->> 2 AS amount, t.amount AS total
    FROM ${table} t, json_each(t.windows) j WHERE t.windows IS NOT NULL`,
  postgres: (
    table,
  ) => sql`SELECT j ->> 0 AS id, (j ->> 1)::bigint AS at, (j ->> 2)::bigint AS amount, t.amount AS total
    FROM ${table} t, jsonb_array_elements(t.windows::jsonb) j WHERE t.windows IS NOT NULL`,
  mysql: (
    table,
  ) => sql`SELECT j.id COLLATE ascii_bin AS id, j.at, j.amount, t.amount AS total FROM ${table} t,
    JSON_TABLE(t.windows, '$[*]' COLUMNS (id VARCHAR(128) CHARACTER SET ascii PATH '$[0]', at BIGINT PATH '$[1]',
      amount BIGINT PATH '$[2]')) j WHERE t.windows IS NOT NULL`,
};
