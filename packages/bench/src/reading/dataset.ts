import path from 'node:path';
import Database from 'better-sqlite3';

/** One row a second, the newest now. */
export const ROWS_PER_DAY = 86_400;
/** This user has a fifth of all rows. */
export const HEAVY_USER = 'user-1';
/** One of about a thousand users who share the other rows. */
export const PLAIN_USER = 'user-77';

/**
 * Fills a migrated data folder with a usage log: one row a second back from `now` (unix seconds), with the
 * product's sums of them. A heavy user has a fifth of the rows. Of about a thousand others some twenty are
 * active in each ten minutes, each with three of 31 models.
 */
export function fillLog(dataDir: string, rows: number, now: number): void {
  const main = new Database(path.join(dataDir, 'tollgate.db'));
  main.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
    insert or ignore into users (username, aff_code, created_at, "group") select 'user-' || i, 'aff-' || i, 1, 'default' from n`);
  // Names and ids depend on the rows that the set-up created.
  const { shift } = main.prepare(`select id - 1 as shift from users where username = 'user-1'`).get() as {
    shift: number;
  };
  main.close();

  const log = new Database(path.join(dataDir, 'logs.db'));
  log.pragma('journal_mode = WAL');
  log.pragma('synchronous = OFF');
  log.pragma('cache_size = -1048576');
  log.pragma('temp_store = MEMORY');
  const insert =
    log.prepare(`with recursive n(i) as (select cast(@from as integer) union all select i + 1 from n where i < @to),
    people as (select i, case when i % 5 = 0 then 1 else (i / 600 * 37 + i % 20) % 997 + 2 end as person from n)
    insert into logs (request_id, user_id, created_at, type, username, token_name, model_name, quota, prompt_tokens,
      completion_tokens, use_time, is_stream, channel_id, token_id, "group", billing_basis, other)
    select printf('%014d%010d', cast(@start as integer) + i, i), person + cast(@shift as integer), cast(@start as integer) + i, case when i % 50 = 0 then 1 else 2 end,
      'user-' || person, 'token-' || (person * 3 + i % 2), 'model-' || ((person * 7 + i % 3) % 31), i % 1000, i % 500,
      i % 300, i % 60, i % 2, i % 13 + 1, person * 3 + i % 2, case when i % 7 = 0 then 'vip' else 'default' end,
      'upstream_usage',
      '{"model_ratio":1.25,"group_ratio":1,"completion_ratio":4,"model_price":-1,"frt":310,"admin_info":{"use_channel":["1"]}}'
    from people`);
  for (let from = 1; from <= rows; from += CHUNK) {
    insert.run({ from, to: Math.min(rows, from + CHUNK - 1), start: now - rows, shift });
    log.pragma('wal_checkpoint(TRUNCATE)');
  }
  for (const sums of SUMS) log.exec(sums);
  log.pragma('wal_checkpoint(TRUNCATE)');
  log.close();
}

const CHUNK = 1_000_000;
const measured = 'sum(prompt_tokens + completion_tokens), count(*), sum(quota)';
const SUMS = [
  `insert into quota_data (user_id, created_at, model_name, username, token_used, "count", quota)
    select user_id, created_at - created_at % 3600 as hour, model_name, max(username), ${measured}
    from logs where type = 2 group by user_id, hour, model_name`,
  `insert into model_hours (created_at, model_name, token_used, "count", quota)
    select created_at, model_name, sum(token_used), sum("count"), sum(quota) from quota_data group by 1, 2`,
  `insert into token_days (token_id, created_at, token_used, "count", quota)
    select token_id, created_at - created_at % 86400 as day, ${measured} from logs where type = 2 group by 1, 2`,
  'insert into channel_usage (channel_id, quota) select channel_id, sum(quota) from logs where type = 2 group by 1',
];
