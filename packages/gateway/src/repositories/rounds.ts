import type { Selectable } from 'kysely';
import { insertIfNew } from '../db/portable.ts';
import type { Db, RoundTable } from '../db/schema.ts';

export type RoundRow = Selectable<RoundTable>;

export function find(db: Db, name: string): Promise<RoundRow | undefined> {
  return db.selectFrom('rounds').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Begins a round unless one is under way whose runner gave a sign of life after `aliveSince` (milliseconds). */
export async function claim(
  db: Db,
  name: string,
  { now, aliveSince, total }: { now: number; aliveSince: number; total: number },
): Promise<boolean> {
  const fresh = {
    started_at: Math.floor(now / 1000),
    beat_at: now,
    ended_at: 0,
    total,
    done: 0,
    failed: 0,
  };
  if (await insertIfNew(db, 'rounds', { name, ...fresh })) return true;
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set(fresh)
    .where('name', '=', name)
    .where((eb) => eb.or([eb('ended_at', '>', 0), eb('beat_at', '<', aliveSince)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function report(
  db: Db,
  name: string,
  changes: Partial<Pick<RoundRow, 'beat_at' | 'done' | 'failed' | 'ended_at'>>,
): Promise<void> {
  await db.updateTable('rounds').set(changes).where('name', '=', name).execute();
}
