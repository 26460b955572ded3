import { retryDeadlocks } from '../core/deadlocks.ts';
import type { Db } from '../db/schema.ts';
import { windowPrefix } from './limit-windows.ts';

/** A rule whose windows stay, except those that began before `since`. 0: all of this series stay. */
export interface KeptWindows {
  readonly rule: number;
  readonly series: number;
  readonly since: number;
}

const SLICE = 500;

/**
 * Deletes windows that count nothing any more: of rules that are gone, of earlier series, and of times long past.
 * A window that a running call holds stays. Entries keep what was spent. Returns how many were deleted; call it
 * again until that is 0.
 */
export function sweepWindows(db: Db, kept: readonly KeptWindows[]): Promise<number> {
  return retryDeadlocks(async () => {
    const ids = await findOld(db, kept);
    if (ids.length === 0) return 0;
    return db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('limit_window')
        .where('id', 'in', ids)
        .where('held', '=', 0)
        .executeTakeFirstOrThrow();
      // Windows that are held again meanwhile are of no rule: nothing decides by their seconds.
      await tx.deleteFrom('limit_part').where('window_id', 'in', ids).execute();
      return Number(numDeletedRows);
    });
  });
}

async function findOld(db: Db, kept: readonly KeptWindows[]): Promise<string[]> {
  const free = db.selectFrom('limit_window').select('id').where('held', '=', 0).limit(SLICE);
  const rules = kept.map(({ rule }) => rule);
  const gone = await (rules.length > 0 ? free.where('rule_id', 'not in', rules) : free).execute();
  const ids = gone.map(({ id }) => id);
  for (const { rule, series, since } of kept) {
    if (ids.length >= SLICE) break;
    const own = `${windowPrefix({ rule, series, subject: '' }).slice(0, -1)}%`;
    const old = await free
      .where('rule_id', '=', rule)
      .where((eb) =>
        eb.or([
          eb.not(eb('id', 'like', own)),
          eb.and([eb('starts_at', '>', 0), eb('starts_at', '<', since)]),
        ]),
      )
      .execute();
    ids.push(...old.map(({ id }) => id));
  }
  return ids;
}
