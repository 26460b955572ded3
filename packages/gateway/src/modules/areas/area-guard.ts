import type { Context } from '../../core/context.ts';
import { recordAction } from '../audit/audit-log.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import type { Round } from '../shared/rounds.ts';
import { judgeHealth, WINDOW_SECONDS } from './area-health.ts';
import { sendAreaNotice } from './area-notices.ts';
import { advancePlan } from './area-plan.ts';
import { targetOf } from './area-rollout.ts';
import * as channels from './repository/area-channels.ts';

/**
 * Takes back every canary that does worse than the stable build. No user gets it any more, and the reason is
 * in its rollout and in the audit log. Of several processes one does it. A canary that does well continues
 * with its plan.
 */
export async function guardCanaries(ctx: Context, round?: Round): Promise<void> {
  const rows = await channels.list(ctx.db);
  for (const row of rows.filter((channel) => channel.canary_build !== '' && channel.canary_frozen === '')) {
    await round?.assertHeld();
    const { verdict, reason } = await judgeHealth(ctx, row, nowSeconds(ctx) - WINDOW_SECONDS);
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
    await sendAreaNotice(tx, { type: 'area_canary_frozen', area: area_id, build: canary_build, reason });
    return true;
  });
  if (isDone)
    ctx.log.warn({ area: area_id, build: canary_build, reason }, 'A canary did badly and was taken back');
}
