import { type RawBuilder, sql } from 'kysely';
import { type Connection, type ConnectOptions, connect } from '../../../gateway/src/db/connect.ts';
import { flavorOf } from '../../../gateway/src/db/portable.ts';
import type { LogDb } from '../../../gateway/src/db/schema.ts';
import { fillSums } from '../../../gateway/src/modules/usage/repository/fill-sums.ts';
import { dropLogIndexes } from './log-indexes.ts';
import { divideByMonth } from './months.ts';

/** One row a second, the newest now. */
export const ROWS_PER_DAY = 86_400;
/** This user has a fifth of all rows. */
export const HEAVY_USER = 'user-1';
/** One of about a thousand users who share the other rows. */
export const PLAIN_USER = 'user-77';

/**
 * Fills a migrated database with a usage log: a row `every` second back from `now` (unix seconds), with the product's
 * sums of them. A heavy user has a fifth of the rows. Of about a thousand others some twenty are active in each ten
 * minutes, each with three of 31 models. On a server the rows lie in partitions by month, as after months of work.
 */
export async function fillLog(place: ConnectOptions, rows: number, now: number, every = 1): Promise<void> {
  const connection = await connect(place);
  try {
    const shift = await createUsers(connection);
    const { logDb } = connection;
    let createIndexes = async () => {};
    if (flavorOf(logDb) === 'sqlite') await sql`pragma synchronous = off`.execute(logDb);
    else {
      await divideByMonth(logDb, now - rows * every);
      createIndexes = await dropLogIndexes(logDb);
    }
    for (let from = 1; from <= rows; from += CHUNK)
      await insertRows(logDb, {
        from,
        to: Math.min(rows, from + CHUNK - 1),
        start: now - rows * every,
        every,
        shift,
      });
    await createIndexes();
    await fillSums(logDb);
    await fillOtherSums(logDb);
    await settle(logDb);
  } finally {
    await connection.close();
  }
}

const USERS = 1000;
const DIGITS = 5;
const CHUNK = 10 ** DIGITS;

/** Returns what to add to the number of a user for its id, which depends on the users of the set-up. */
async function createUsers({ db }: Connection): Promise<number> {
  await sql`insert into users (username, aff_code, created_at, ${sql.ref('group')})
    select concat('user-', i), concat('aff-', i), 1, 'default' from ${numbers(1, USERS)} order by i`.execute(
    db,
  );
  const first = db.selectFrom('users').select('id').where('username', '=', 'user-1');
  return Number((await first.executeTakeFirstOrThrow()).id) - 1;
}

interface Chunk {
  from: number;
  to: number;
  /** Unix seconds of row 0. */
  start: number;
  /** Seconds between two rows. */
  every: number;
  shift: number;
}

async function insertRows(logDb: LogDb, { from, to, start, every, shift }: Chunk): Promise<void> {
  const at = sql`${sql.lit(start)} + i * ${sql.lit(every)}`;
  const person = sql`case when i % 5 = 0 then 1 else ((i - i % 600) * 37 / 600 + i % 20) % 997 + 2 end`;
  await sql`insert into logs (request_id, user_id, created_at, type, username, token_name, model_name, quota,
      prompt_tokens, completion_tokens, use_time, duration_ms, first_token_ms, status, is_stream, channel_id,
      token_id, ${sql.ref('group')}, billing_basis, provider_cost, other)
    select concat(${at}, 'bench', i), person + ${sql.lit(shift)}, ${at}, case when i % 50 = 0 then 1 else 2 end,
      concat('user-', person), concat('token-', person * 3 + i % 2), concat('model-', (person * 7 + i % 3) % 31),
      i % 1000, i % 500, i % 300, i % 60, i % 60 * 1000 + i % 997, 200 + i % 700, 200, i % 2, i % 13 + 1,
      person * 3 + i % 2, case when i % 7 = 0 then 'vip' else 'default' end, 'upstream_usage', i % 800,
      '{"model_ratio":1.25,"group_ratio":1,"completion_ratio":4,"model_price":-1,"frt":310,"admin_info":{"use_channel":["1"]}}'
    from (select i, ${whole(logDb, person)} as person from ${numbers(from, to)}) people
    order by i`.execute(logDb);
}

/** MySQL divides to decimals. */
function whole(logDb: LogDb, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return flavorOf(logDb) === 'mysql' ? sql`cast(${value} as signed)` : value;
}

/** A table of the whole numbers `i` of a range, at most a chunk, in the SQL of all databases. */
function numbers(from: number, to: number): RawBuilder<unknown> {
  const digit = sql`(${sql.join(
    Array.from({ length: 10 }, (_, d) => sql`select ${sql.lit(d)} as d`),
    sql` union all `,
  )})`;
  const places = Array.from({ length: DIGITS }, (_, place) => ({
    name: sql.ref(`t${place}`),
    worth: sql.lit(10 ** place),
  }));
  const value = sql.join(
    places.map(({ name, worth }) => sql`${name}.d * ${worth}`),
    sql` + `,
  );
  const tables = sql.join(
    places.map(({ name }) => sql`${digit} ${name}`),
    sql` cross join `,
  );
  return sql`(select * from (select ${sql.lit(from)} + ${value} as i from ${tables}) every
    where i <= ${sql.lit(to)}) numbers`;
}

/** The sums that an import does not fill. */
async function fillOtherSums(logDb: LogDb): Promise<void> {
  await sql`insert into channel_usage (channel_id, quota)
    select channel_id, sum(quota) from logs where type = 2 group by channel_id`.execute(logDb);
  const text = sql.raw(flavorOf(logDb) === 'mysql' ? 'char(20)' : 'varchar(20)');
  const day = sql`created_at - created_at % ${sql.lit(ROWS_PER_DAY)}`;
  const names = {
    channel: sql`cast(channel_id as ${text})`,
    day: sql.lit(''),
    group: sql.ref('group'),
    model: sql.ref('model_name'),
  };
  for (const [dimension, name] of Object.entries(names))
    await sql`insert into margin_sums (dimension, name, created_at, ${sql.ref('count')}, quota, provider_cost)
      select ${sql.lit(dimension)}, name, start, count(*), sum(quota), sum(provider_cost)
      from (select ${name} as name, ${day} as start, quota, provider_cost from logs where type = 2) calls
      group by name, start`.execute(logDb);
}

/** What a server does by itself in the hours after such a load. */
async function settle(logDb: LogDb): Promise<void> {
  const flavor = flavorOf(logDb);
  if (flavor === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(logDb);
  if (flavor === 'postgres') await sql`vacuum analyze`.execute(logDb);
  if (flavor === 'mysql') await sql`analyze table logs, log_sums, quota_data, model_hours`.execute(logDb);
}
