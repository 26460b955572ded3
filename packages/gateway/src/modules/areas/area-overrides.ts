import type { AreaOverride, endOverride, grantOverride, Parsed } from '@tollgate/contract';
import { Role } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { registryFor } from './area-catalog.ts';
import { targetOf } from './area-rollout.ts';
import * as overrides from './repository/area-overrides.ts';

/** @throws {AppError} `area_override_off`, `area_override_session`, `area_unknown` */
export async function grant(ctx: CallContext, { id, origin, minutes }: Parsed<typeof grantOverride>) {
  if (!ctx.config.areaOverrides) throw new AppError('area_override_off');
  const id_hash = sessionOf(ctx);
  const { areas } = await registryFor(ctx, { userId: callerOf(ctx).id, role: callerOf(ctx).role });
  if (!areas.some((area) => area.id === id)) throw new AppError('area_unknown', { area: id });

  const expires_at = nowSeconds(ctx) + minutes * 60;
  await change(ctx, ['areas'], async (tx) => {
    await overrides.removeExpired(tx.db, nowSeconds(tx));
    await overrides.put(tx.db, { id_hash, area_id: id, origin, expires_at });
    recordAction(tx, { action: 'area.override', target: targetOf(id), after: { origin, expires_at } });
  });
  return { origin, expires_at };
}

/** @throws {AppError} `area_override_session`, `area_override_unknown` */
export async function end(ctx: CallContext, { id }: Parsed<typeof endOverride>): Promise<undefined> {
  const id_hash = sessionOf(ctx);
  await change(ctx, ['areas'], async (tx) => {
    if (!(await overrides.remove(tx.db, id_hash, id))) throw new AppError('area_override_unknown');
    recordAction(tx, { action: 'area.override_end', target: targetOf(id) });
  });
}

/**
 * Returns what a session loads from development servers, as its pages get it. Undefined for users who may not
 * use overrides; empty without any. A grant ends when the operator forbids overrides, or when the user is no
 * administrator any more.
 */
export async function overridesOf(
  ctx: Context,
  session: { id_hash: string; role: number },
): Promise<AreaOverride[] | undefined> {
  if (!ctx.config.areaOverrides || session.role < Role.admin) return undefined;
  const rows = await overrides.listOfSession(ctx.db, session.id_hash, nowSeconds(ctx));
  return rows.map(({ area_id, origin, expires_at }) => ({ id: area_id, origin, until: expires_at }));
}

/** An access token has no page to override. */
function sessionOf(ctx: CallContext): string {
  const { sessionId } = callerOf(ctx);
  if (!sessionId) throw new AppError('area_override_session');
  return sessionId;
}
