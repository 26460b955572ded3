import type { Input, setCanary } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { recordAction } from '../audit/audit-log.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { reachesTooMany } from './area-approvals.ts';
import { readCohorts, widenAudience } from './area-audience.ts';
import { findRevokedKey } from './area-builds.ts';
import { judgeHealth } from './area-health.ts';
import { becomeStable, targetOf } from './area-rollout.ts';
import * as channels from './repository/area-channels.ts';

export type Plan = NonNullable<Input<typeof setCanary>['plan']>;

/** The plan of a canary; undefined when an administrator sets its share. */
export function planOf({ canary_plan }: Pick<channels.ChannelRow, 'canary_plan'>): Plan | undefined {
  return canary_plan === '' ? undefined : (JSON.parse(canary_plan) as Plan);
}

/** The earliest second at which the canary may grow; 0 when its plan has ended, or when it has none. */
export function nextStepAt(row: channels.ChannelRow): number {
  const plan = planOf(row);
  if (!plan || row.canary_frozen !== '') return 0;
  const isFinalMessage = row.canary_percent >= (plan.steps.at(-1) ?? 0);
  return isFinalMessage && row.canary_percent < 100 ? 0 : row.canary_step_at + plan.minutes * 60;
}

/**
 * Grows the canary to the next share of its plan when the step is due and the canary did well. After the step
 * of 100 percent it becomes the stable build. A step with too few loads lasts longer. A build whose publish
 * key was revoked stays at its share.
 */
export async function advancePlan(ctx: Context, row: channels.ChannelRow): Promise<void> {
  const dueAt = nextStepAt(row);
  if (dueAt === 0 || nowSeconds(ctx) < dueAt) return;
  if (await isUntrusted(ctx, row)) return;
  if ((await judgeHealth(ctx, row, row.canary_step_at)).verdict !== 'ok') return;
  const next = planOf(row)?.steps.find((step) => step > row.canary_percent);
  // A plan that is older than the rule that promotions need another person.
  if (await reachesTooMany(ctx, row.area_id, { percent: next ?? 100, roles: [] })) return;
  await change(ctx, ['areas'], async (tx) => {
    if (await isUntrusted(tx, row)) return;
    await (next ? grow(tx, row, next) : finish(tx, row));
  });
}

async function isUntrusted(ctx: Context, { area_id, canary_build }: channels.ChannelRow): Promise<boolean> {
  return (await findRevokedKey(ctx, area_id, canary_build)) !== undefined;
}

async function grow(tx: Context, row: channels.ChannelRow, percent: number): Promise<void> {
  const changes = { canary_percent: percent, canary_step_at: nowSeconds(tx) };
  if (!(await channels.advance(tx.db, row, changes))) return;
  const build = { area_id: row.area_id, build_id: row.canary_build };
  await widenAudience(tx, build, { salt: row.canary_salt, percent, ...readCohorts(row.canary_cohorts) });
  record(tx, 'area.canary_step', row, { build_id: row.canary_build, percent });
}

async function finish(tx: Context, seen: channels.ChannelRow): Promise<void> {
  const row = await channels.lock(tx.db, seen.area_id);
  const isSame = row.canary_build === seen.canary_build && row.canary_step_at === seen.canary_step_at;
  if (!isSame || row.canary_frozen !== '') return;
  await channels.update(tx.db, row.area_id, await becomeStable(tx, row, row.canary_build));
  record(tx, 'area.canary_done', row, { stable_build: row.canary_build });
}

function record(tx: Context, action: string, row: channels.ChannelRow, after: Record<string, unknown>): void {
  const before = { build_id: row.canary_build, percent: row.canary_percent, stable_build: row.stable_build };
  recordAction(tx, { action, target: targetOf(row.area_id), before, after });
}
