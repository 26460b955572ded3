import { sql } from 'kysely';
import type { LogDb } from '../db/schema.ts';
import { deleteCompanions, deleteSlice, moveHorizon } from '../modules/usage/repository/log-cleaning.ts';

/** Deletes everything before a time, as the cleaner does. Returns how many rows of the log were deleted. */
export async function deleteBefore(logDb: LogDb, before: number): Promise<number> {
  await moveHorizon(logDb, before);
  let total = 0;
  for (let gone = 1; gone > 0; total += gone) gone = await deleteSlice(logDb, before);
  while ((await deleteCompanions(logDb, before)) > 0);
  return total;
}

/** Returns where a stored sum differs from its rows. Empty for a log that was never switched off. */
export async function wrongSums(logDb: LogDb): Promise<unknown[]> {
  const hour = sql`created_at - created_at % 3600`;
  const day = sql`created_at - created_at % 86400`;
  const wrong = await Promise.all([
    compare(logDb, 'quota_data', ['user_id', 'model_name'], hour),
    compare(logDb, 'model_hours', ['model_name'], hour),
    compare(logDb, 'token_days', ['token_id'], day),
  ]);
  return wrong.flat();
}

async function compare(logDb: LogDb, table: string, keys: string[], time: ReturnType<typeof sql>) {
  const names = sql.join(keys.map((key) => sql.ref(key)));
  const calls = sql.ref('count');
  const { rows: storedSums } =
    await sql<Sum>`select ${names}, created_at as at, ${calls} as calls, quota, token_used
    from ${sql.table(table)}`.execute(logDb);
  const { rows: made } =
    await sql<Sum>`select ${names}, ${time} as at, count(*) as calls, sum(quota) as quota,
    sum(prompt_tokens + completion_tokens) as token_used
    from logs where type = 2 ${table === 'token_days' ? sql`and token_id > 0` : sql``}
    group by ${names}, ${time}`.execute(logDb);
  const texts = (sums: readonly Sum[]) =>
    new Set(sums.map((sum) => JSON.stringify(Object.values(sum).map(String))));
  const [left, right] = [texts(storedSums), texts(made)];
  const unmatched = [...left]
    .filter((sum) => !right.has(sum))
    .concat([...right].filter((sum) => !left.has(sum)));
  return unmatched.map((sum) => `${table} ${sum}`);
}

type Sum = Record<string, string | number>;
