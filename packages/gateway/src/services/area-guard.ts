import type { Context } from '../core/context.ts';
import * as channels from '../repositories/area-channels.ts';
import { targetOf } from './area-channels.ts';
import { verdictOf, WINDOW_SECONDS } from './area-health.ts';
import { advancePlan } from './area-plan.ts';
import { recordAction } from './audit-log.ts';
import { nowSeconds } from './caller.ts';
import { change } from './change.ts';
import type { Round } from './rounds.ts';

/**
 * Takes back every canary that does worse than the stable build beside it: nobody is given it any more, and the reason
 * stands in its channel and in the audit log. However many processes look at once, one does it. A canary that does well
 * goes on with its plan.
 */
export async function guardCanaries(ctx: Context, round?: Round): Promise<void> {
  const rows = await channels.list(ctx.db);
  for (const row of rows.filter((channel) => channel.canary_build !== '' && channel.canary_frozen === '')) {
    await round?.assertHeld();
    const { verdict, reason } = await verdictOf(ctx, row, nowSeconds(ctx) - WINDOW_SECONDS);
    if (verdict === 'bad') await freeze(ctx, row, reason);
    else await advancePlan(ctx, row);
  }
}

async function freeze(ctx: Context, row: channels.ChannelRow, reason: string): Promise<void> {
  const { area_id, canary_build, canary_percent } = row;
  const isDone = await change(ctx, ['areas'], async (tx) => {
    if (!(await channels.freeze(tx.db, area_id, canary_build, reason))) return false;
    recordAction(tx, {
      action: 'area.canary_frozen',
      target: targetOf(area_id),
      before: { build_id: canary_build, percent: canary_percent },
      after: { build_id: canary_build, percent: 0, reason },
    });
    return true;
  });
  if (isDone)
    ctx.log.warn({ area: area_id, build: canary_build, reason }, 'A canary did badly and was taken back');
}
