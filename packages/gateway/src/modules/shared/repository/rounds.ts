import type { Selectable } from 'kysely';
import { insertIfNew } from '../../../db/portable.ts';
import type { Db, RoundTable } from '../../../db/schema.ts';

export type RoundRow = Selectable<RoundTable>;

/** The values with which a process claims a round. */
export interface RoundClaim {
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since 1970. A holder without a heartbeat since then has died. */
  readonly aliveSince: number;
  /** Seconds since 1970. A round that started later is too recent for the next one. */
  readonly startedBefore: number;
  readonly total: number;
}

export function find(db: Db, name: string): Promise<RoundRow | undefined> {
  return db.selectFrom('rounds').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Starts a round unless a live holder runs one, or the last one started too recently. Returns whether it started. */
export async function claim(
  db: Db,
  name: string,
  { holder, now, aliveSince, startedBefore, total }: RoundClaim,
): Promise<boolean> {
  const fresh = {
    holder,
    started_at: Math.floor(now / 1000),
    beat_at: now,
    ended_at: 0,
    total,
    done: 0,
    failed: 0,
    failures: null,
  };
  if (!(await find(db, name)) && (await insertIfNew(db, 'rounds', { name, ...fresh }))) return true;
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set(fresh)
    .where('name', '=', name)
    .where('started_at', '<=', startedBefore)
    .where((eb) => eb.or([eb('ended_at', '>', 0), eb('beat_at', '<', aliveSince)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes the round that `holder` still runs. Returns false when it has ended or another holder has it. */
export async function report(
  db: Db,
  name: string,
  holder: string,
  changes: Partial<Pick<RoundRow, 'beat_at' | 'done' | 'failed' | 'failures' | 'ended_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set(changes)
    .where('name', '=', name)
    .where('holder', '=', holder)
    .where('ended_at', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
