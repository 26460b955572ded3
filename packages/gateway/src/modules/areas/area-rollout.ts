import type {
  endCanary,
  killArea,
  Output,
  Parsed,
  pinBuild,
  promoteBuild,
  reviveArea,
  rollBackArea,
  setCanary,
  unpinBuild,
} from '@tollgate/contract';
import { UNAPPROVED_PERCENT } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import * as users from '../identity/repository/users.ts';
import { randomText } from '../secrets/random.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { reachesTooMany, waitsForAnother } from './area-approvals.ts';
import { widenAudience, widenByPin } from './area-audience.ts';
import { requireTrusted, requireUsable } from './area-builds.ts';
import { historyOf } from './area-catalog.ts';
import { judgeHealth } from './area-health.ts';
import { sendAreaNotice } from './area-notices.ts';
import * as builds from './repository/area-builds.ts';
import * as channels from './repository/area-channels.ts';
import * as retirements from './repository/area-retirements.ts';
import * as publishers from './repository/publishers.ts';

const MAX_HISTORY = 20;
/** Only proven builds may get a larger share. */
const UNPROVEN_PERCENT = 25;

/** @throws {AppError} `area_build_unknown`, `area_build_off`, `area_build_unfit`, `area_build_untrusted` */
export async function promote(
  ctx: CallContext,
  input: Parsed<typeof promoteBuild>,
): Promise<Output<typeof promoteBuild>> {
  let state: 'stable' | 'waiting' = 'stable';
  await changeChannel(ctx, { action: 'area.promote', areaId: input.id }, async (tx, row) => {
    await requireUsable(tx, input.id, input.build_id);
    if (row.stable_build === input.build_id) return {};
    if (!(await waitsForAnother(tx, input))) return await becomeStable(tx, row, input.build_id);
    state = 'waiting';
    return undefined;
  });
  return { state };
}

/** @throws {AppError} as `promote`, `area_canary_unproven`, `area_share_needs_approval`, `invalid_input` */
export async function canary(ctx: CallContext, input: Parsed<typeof setCanary>): Promise<undefined> {
  const { id, build_id, plan, roles, users: named } = input;
  const percent = plan?.steps[0] ?? input.percent;
  await changeChannel(ctx, { action: 'area.canary', areaId: id }, async (tx, row) => {
    await requireUsable(tx, id, build_id);
    const missing = await users.findMissing(tx.db, named);
    if (missing !== undefined)
      throw new AppError('invalid_input', { field: 'users', reason: 'user_unknown', entry: missing });
    const isSameCanary = row.canary_build === build_id && row.canary_frozen === '';
    const isProven = isSameCanary && (await judgeHealth(tx, row)).verdict === 'ok';
    if (percent > UNPROVEN_PERCENT && !isProven)
      throw new AppError('area_canary_unproven', { percent: UNPROVEN_PERCENT });
    const end = plan?.steps.at(-1) ?? percent;
    if (await reachesTooMany(tx, id, { percent: end, roles }))
      throw new AppError('area_share_needs_approval', { percent: UNAPPROVED_PERCENT });
    const salt = isSameCanary ? row.canary_salt : randomText(16);
    const share = Math.round(percent * 100) / 100;
    const audience = { salt, percent: share, roles, users: named };
    await widenAudience(tx, { area_id: id, build_id }, audience);
    return {
      canary_build: build_id,
      canary_percent: share,
      // The same users stay selected while the share of the same build grows.
      canary_salt: salt,
      canary_cohorts: JSON.stringify({ roles, users: named }),
      canary_frozen: '',
      canary_plan: plan ? JSON.stringify(plan) : '',
      canary_step_at: nowSeconds(tx),
      ...(!isSameCanary && { canary_since: nowSeconds(tx) }),
    };
  });
}

export async function stopCanary(ctx: CallContext, { id }: Parsed<typeof endCanary>): Promise<undefined> {
  await changeChannel(ctx, { action: 'area.canary_end', areaId: id }, async () => noCanary);
}

/**
 * Goes back to the latest stable build that is neither switched off nor signed with a revoked key.
 *
 * @throws {AppError} `area_no_rollback`
 */
export async function rollBack(
  ctx: CallContext,
  { id, reason }: Parsed<typeof rollBackArea>,
): Promise<string> {
  let stable = '';
  await changeChannel(ctx, { action: 'area.rollback', areaId: id, reason }, async (tx, row) => {
    const off = await channels.listRevocations(tx.db);
    const untrusted = await publishers.listUntrustedBuilds(tx.db);
    const includes = (keys: readonly builds.BuildKey[], buildId: string) =>
      keys.some((key) => key.area_id === id && key.build_id === buildId);
    const left = historyOf(row).filter((buildId) => buildId === '' || !includes(off, buildId));
    const target = left.findIndex((buildId) => buildId === '' || !includes(untrusted, buildId));
    const previous = left[target];
    if (previous === undefined) throw new AppError('area_no_rollback');
    stable = previous;
    return { stable_build: previous, ...historyColumn(left.slice(target + 1)), ...noCanary };
  });
  return stable;
}

export async function kill(ctx: CallContext, input: Parsed<typeof killArea>): Promise<undefined> {
  const { id, build_id, reason } = input;
  await change(ctx, ['areas'], async (tx) => {
    await channels.revoke(tx.db, { area_id: id, build_id, reason, at: nowSeconds(tx) });
    await sendAreaNotice(tx, { type: 'area_killed', area: id, build: build_id, reason });
    recordAction(tx, { action: 'area.kill', target: targetOf(id), after: { build_id, reason } });
  });
}

/** @throws {AppError} `area_not_off`, `area_build_untrusted` */
export async function revive(ctx: CallContext, input: Parsed<typeof reviveArea>): Promise<undefined> {
  const { id, build_id, reason } = input;
  await change(ctx, ['areas'], async (tx) => {
    if (!(await channels.restore(tx.db, id, build_id))) throw new AppError('area_not_off');
    if (build_id !== '') await requireTrusted(tx, id, build_id);
    recordAction(tx, { action: 'area.revive', target: targetOf(id), after: { build_id, reason } });
  });
}

/** @throws {AppError} as `promote`, `user_not_found` */
export async function pin(ctx: CallContext, input: Parsed<typeof pinBuild>): Promise<undefined> {
  const { id, user_id, build_id, hours, reason } = input;
  await change(ctx, ['areas'], async (tx) => {
    await requireUsable(tx, id, build_id);
    if (!(await users.find(tx.db, user_id))) throw new AppError('user_not_found');
    const expires_at = nowSeconds(tx) + hours * 3600;
    await widenByPin(tx, { area_id: id, build_id }, user_id);
    await channels.pin(tx.db, { area_id: id, user_id, build_id, reason, expires_at });
    recordAction(tx, {
      action: 'area.pin',
      target: targetOf(id),
      after: { user_id, build_id, expires_at, reason },
    });
  });
}

/** @throws {AppError} `area_pin_unknown` */
export async function unpin(ctx: CallContext, input: Parsed<typeof unpinBuild>): Promise<undefined> {
  const { id, user_id } = input;
  await change(ctx, ['areas'], async (tx) => {
    if (!(await channels.unpin(tx.db, id, user_id))) throw new AppError('area_pin_unknown');
    recordAction(tx, { action: 'area.unpin', target: targetOf(id), before: { user_id } });
  });
}

/** Releases a build to all users, and returns what changes in its row. Ends its canary. */
export async function becomeStable(
  tx: Context,
  row: channels.ChannelRow,
  buildId: string,
): Promise<Partial<channels.ChannelRow>> {
  await builds.markReleased(tx.db, { area_id: row.area_id, build_id: buildId }, nowSeconds(tx));
  const earlier = [row.stable_build, ...historyOf(row)].filter((earlierId) => earlierId !== buildId);
  const wasCanary = row.canary_build === buildId;
  return { stable_build: buildId, ...historyColumn(earlier), ...(wasCanary && noCanary) };
}

export function targetOf(areaId: string): string {
  return `area:${areaId}`;
}

type Changes = Partial<channels.ChannelRow>;

interface AuditedChange {
  readonly action: string;
  readonly areaId: string;
  readonly reason?: string;
}

/**
 * Changes the row of an area, with the old and new values in the audit log. A build for users ends a retirement.
 */
export async function changeChannel(
  ctx: CallContext,
  { action, areaId, reason }: AuditedChange,
  /** Undefined: nothing was decided. */
  decide: (tx: CallContext, row: channels.ChannelRow) => Promise<Changes | undefined>,
): Promise<undefined> {
  await change(ctx, ['areas'], async (tx) => {
    const row = await channels.lock(tx.db, areaId);
    const changes = await decide(tx, row);
    if (!changes) return;
    if (Object.keys(changes).length > 0) await channels.update(tx.db, areaId, changes);
    const after = { ...row, ...changes, ...(reason && { reason }) };
    if (after.stable_build !== '' || after.canary_build !== '') await retirements.remove(tx.db, areaId);
    recordAction(tx, { action, target: targetOf(areaId), before: row, after });
  });
}

export function historyColumn(buildIds: readonly string[]): Pick<channels.ChannelRow, 'history'> {
  const recentIds = [...new Set(buildIds)].slice(0, MAX_HISTORY);
  return { history: recentIds.map((buildId) => buildId || '-').join(',') };
}

export const noCanary = {
  canary_build: '',
  canary_percent: 0,
  canary_salt: '',
  canary_since: 0,
  canary_cohorts: '',
  canary_frozen: '',
  canary_plan: '',
  canary_step_at: 0,
} satisfies Changes;
