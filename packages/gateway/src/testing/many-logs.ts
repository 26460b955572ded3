import { sql } from 'kysely';
import type { LogDb } from '../db/schema.ts';

export const ROWS = 101_000;

/**
 * Makes a big log on the embedded database, with SQL: one row a second from 1 on, spread over users, models,
 * channels and tokens. Does not update its sums.
 */
export async function makeManyLogs(logDb: LogDb, rows = ROWS, userId?: number): Promise<void> {
  const user = userId === undefined ? sql`n % 97 + 1` : sql`${userId}`;
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    insert into logs (request_id, user_id, created_at, type, username, token_name, model_name, quota, prompt_tokens,
      completion_tokens, channel_id, token_id, "group", other)
    select 'many-' || n, ${user}, n, case when n % 50 = 0 then 1 else 2 end, 'user-' || (n % 97 + 1),
      'token-' || (n % 89), 'model-' || (n % 31), n % 1000, n % 500, n % 300, n % 13 + 1, n % 89, 'default',
      '{"model_ratio":1.25,"group_ratio":1,"completion_ratio":4,"admin_info":{"use_channel":["1"]}}'
    from numbers`.execute(logDb);
}
