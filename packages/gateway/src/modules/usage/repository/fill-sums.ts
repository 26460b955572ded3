import { type RawBuilder, sql } from 'kysely';
import { insertMany, keeping } from '../../../db/bulk.ts';
import { flavorOf } from '../../../db/portable.ts';
import type { LogDb, LogSchema } from '../../../db/schema.ts';
import { countAllHours } from './clickhouse/close-hours.ts';
import { columns, type NewLogRow, storable, valuesOf } from './log-values.ts';

/** Writes rows without their sums, which `fillSums` makes of all rows at once. Repeated rows change nothing. */
export async function recordRows(logDb: LogDb, rows: readonly NewLogRow[]): Promise<void> {
  await logDb.transaction().execute((tx) => insertMany(tx, insertRows, rows.map(storable).map(valuesOf)));
}

const insertRows = keeping('logs', columns);

/**
 * Makes every stored sum again from the rows of the log, in a few statements: row by row, a million rows take an
 * hour. For a log that no gateway writes to yet. What a channel was used for is not among them.
 */
export async function fillSums(logDb: LogDb): Promise<void> {
  if (flavorOf(logDb) === 'clickhouse') {
    await countAllHours(logDb, Math.floor(Date.now() / 1000));
    return;
  }
  const hour = sql`created_at - created_at % 3600`;
  const day = sql`created_at - created_at % 86400`;
  const tokens = sql`sum(prompt_tokens + completion_tokens)`;
  const measures = sql`${tokens}, count(*), sum(quota)`;
  const measured = sql`token_used, ${sql.ref('count')}, quota`;
  const fill = (table: keyof LogSchema, into: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
    logDb.transaction().execute(async (tx) => {
      await tx.deleteFrom(table).execute();
      await sql`insert into ${sql.table(table)} (${into}) ${rows}`.execute(tx);
    });

  await fill(
    'quota_data',
    sql`user_id, created_at, model_name, username, ${measured}`,
    sql`select user_id, ${hour}, model_name, max(username), ${measures} from logs where type = 2
      group by user_id, ${hour}, model_name`,
  );
  await fill(
    'model_hours',
    sql`created_at, model_name, ${measured}`,
    sql`select created_at, model_name, sum(token_used), sum(${sql.ref('count')}), sum(quota) from quota_data
      group by created_at, model_name`,
  );
  await fill(
    'token_days',
    sql`token_id, created_at, ${measured}`,
    sql`select token_id, ${day}, ${measures} from logs where type = 2 and token_id <> 0 group by token_id, ${day}`,
  );
  await fill(
    'log_user_names',
    sql`username, user_id`,
    sql`select distinct username, user_id from logs where username <> ''`,
  );
  await fill(
    'log_model_names',
    sql`model_name`,
    sql`select distinct model_name from logs where model_name <> ''`,
  );
  await fill('log_sums', sql`dimension, name, created_at, quota`, unionOfSums(logDb, hour, day));
}

function unionOfSums(logDb: LogDb, hour: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> {
  const text = sql.raw(flavorOf(logDb) === 'mysql' ? 'char(20)' : 'varchar(20)');
  const sums = (dimension: string, name: RawBuilder<unknown>, span: RawBuilder<unknown>) =>
    sql`select ${sql.lit(dimension)}, ${name}, ${span}, sum(quota) from logs where type = 2 group by ${name}, ${span}`;
  return sql.join(
    [
      sums('model', sql.ref('model_name'), hour),
      sums('channel', sql`cast(channel_id as ${text})`, hour),
      sums('group', sql.ref('group'), hour),
      sums('user', sql`cast(user_id as ${text})`, day),
      sql`select 'all', '', ${hour}, sum(quota) from logs where type = 2 group by ${hour}`,
    ],
    sql` union all `,
  );
}
