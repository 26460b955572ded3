import { sql } from 'kysely';
import { listMonths, monthOf } from '../../../gateway/src/db/log-months.ts';
import { flavorOf } from '../../../gateway/src/db/portable.ts';
import type { LogDb } from '../../../gateway/src/db/schema.ts';

/** Divides an empty usage log of a server as if it had been written to since `from`: by months since then. */
export async function divideByMonth(logDb: LogDb, from: number): Promise<void> {
  const before = (await listMonths(logDb)).find(({ name }) => name === 'logs_before');
  if (!before?.end) return;
  const months: { name: string; start: number; end: number }[] = [];
  for (let start = monthOf(from); start < before.end; start = monthOf(start, 1)) {
    const name = `logs_${new Date(start * 1000).toISOString().slice(0, 7).replace('-', '_')}`;
    months.push({ name, start, end: monthOf(start, 1) });
  }
  if (flavorOf(logDb) === 'mysql') {
    const parts = months.map(
      ({ name, end }) => sql`partition ${sql.table(name)} values less than (${sql.lit(end)})`,
    );
    await sql`alter table logs reorganize partition logs_before into (${sql.join(parts)})`.execute(logDb);
    return;
  }
  await sql`drop table logs_before`.execute(logDb);
  for (const { name, start, end } of months) {
    const like = sql`like logs_others including defaults including indexes including storage`;
    await sql`create table ${sql.table(name)} (${like})`.execute(logDb);
    await sql`alter table logs attach partition ${sql.table(name)}
      for values from (${sql.lit(start)}) to (${sql.lit(end)})`.execute(logDb);
  }
}
