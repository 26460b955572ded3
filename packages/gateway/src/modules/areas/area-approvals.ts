import {
  type declinePromotion,
  type Parsed,
  Role,
  type setAreaApproval,
  UNAPPROVED_PERCENT,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import * as approvals from './repository/area-approvals.ts';
import * as channels from './repository/area-channels.ts';

/** What the column takes. */
const MAX_NAME = 64;

/** The share and the roles that a canary is to reach. */
interface Reach {
  percent: number;
  roles: readonly number[];
}

export async function setApproval(
  ctx: CallContext,
  { id, needed }: Parsed<typeof setAreaApproval>,
): Promise<undefined> {
  await change(ctx, ['areas'], async (tx) => {
    await channels.lock(tx.db, id);
    await (needed ? approvals.need(tx.db, id) : approvals.needNone(tx.db, id));
    recordAction(tx, { action: 'area.approval_set', target: `area:${id}`, after: { needed } });
  });
}

/** @throws {AppError} `area_promotion_unknown` */
export async function decline(ctx: CallContext, { id }: Parsed<typeof declinePromotion>): Promise<undefined> {
  await change(ctx, ['areas'], async (tx) => {
    await channels.lock(tx.db, id);
    const row = await approvals.find(tx.db, id);
    if (!row?.build_id) throw new AppError('area_promotion_unknown');
    await approvals.put(tx.db, id);
    recordAction(tx, {
      action: 'area.promote_decline',
      target: `area:${id}`,
      before: { build_id: row.build_id },
    });
  });
}

/**
 * Returns whether a promotion still waits for another person, and remembers who requested it. A deploy token is no
 * person: it asks, and never approves. The row of the area's channels must be locked.
 */
export async function waitsForAnother(
  tx: CallContext,
  { id, build_id }: { id: string; build_id: string },
): Promise<boolean> {
  const row = await approvals.find(tx.db, id);
  if (!row) return false;
  const { id: person, username } = callerOf(tx);
  const isRequested = row.build_id === build_id;
  if (isRequested && person !== 0 && person !== row.requested_by) {
    await approvals.put(tx.db, id);
    recordAction(tx, {
      action: 'area.promote_approve',
      target: `area:${id}`,
      before: row,
      after: { build_id },
    });
    return false;
  }
  if (isRequested) return true;
  const requested_name = username.slice(0, MAX_NAME).toWellFormed();
  const request = { build_id, requested_by: person, requested_name, requested_at: nowSeconds(tx) };
  await approvals.put(tx.db, id, request);
  recordAction(tx, { action: 'area.promote_ask', target: `area:${id}`, after: { build_id } });
  return true;
}

/** Whether a canary would reach so many users that it needs another person, as a promotion does. */
export async function reachesTooMany(
  ctx: Context,
  areaId: string,
  { percent, roles }: Reach,
): Promise<boolean> {
  const isLarge = percent > UNAPPROVED_PERCENT || roles.some((role) => role <= Role.user);
  return isLarge && (await approvals.find(ctx.db, areaId)) !== undefined;
}
