import type { Context } from '../../core/context.ts';
import { type KeptWindows, sweepWindows } from '../../ledger/index.ts';
import { nowSeconds } from '../shared/caller.ts';
import * as rounds from '../shared/rounds.ts';
import { listAll } from './repository/limit-rules.ts';

const DAY = 86_400;
const HOUR_SECONDS = 3600;

/** How long the past windows of a rule stay, so that many callers and short windows do not fill the disk. */
const keptSeconds: Readonly<Record<string, number>> = {
  minute: 2 * DAY,
  hour: 62 * DAY,
  day: 400 * DAY,
  week: 400 * DAY,
};

/** Deletes windows that no rule counts any more. Once an hour, in whichever gateway is first. */
export function sweepLimits(ctx: Context): Promise<void> {
  return rounds.run(ctx, 'limit-windows', { everySeconds: HOUR_SECONDS }, async (round) => {
    const now = nowSeconds(ctx);
    const kept = (await listAll(ctx.db)).map(({ id, series, window }): KeptWindows => {
      const seconds = keptSeconds[window];
      return { rule: id, series, since: seconds === undefined ? 0 : now - seconds };
    });
    for (let done = 0, deleted = 1; deleted > 0; done += deleted) {
      await round.advance({ done, failed: 0 });
      deleted = await sweepWindows(ctx.db, kept);
    }
  });
}
