import type { endPreview, Output, Parsed, ResolvedArea, startPreview } from '@tollgate/contract';
import { pruneArea } from '@tollgate/federation';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { widenByPin } from './area-audience.ts';
import { requireUsable } from './area-builds.ts';
import { PREVIEW, registryFor } from './area-catalog.ts';
import { targetOf } from './area-rollout.ts';
import * as channels from './repository/area-channels.ts';

/**
 * A pin that a user sets for the same user, in place of any other pin of the same user.
 *
 * @throws {AppError} `area_preview_person`, and as `promote`
 */
export async function start(
  ctx: CallContext,
  { id, build_id, hours }: Parsed<typeof startPreview>,
): Promise<Output<typeof startPreview>> {
  const { id: user_id, role } = callerOf(ctx);
  if (user_id === 0) throw new AppError('area_preview_person'); // a deploy token
  const expires_at = nowSeconds(ctx) + hours * 3600;
  await change(ctx, ['areas'], async (tx) => {
    await requireUsable(tx, id, build_id);
    await widenByPin(tx, { area_id: id, build_id }, user_id);
    await channels.pin(tx.db, { area_id: id, user_id, build_id, reason: PREVIEW, expires_at });
    recordAction(tx, { action: 'area.preview', target: targetOf(id), after: { build_id, expires_at } });
  });
  const { areas } = await registryFor(ctx, { userId: user_id, role });
  const area = areas.find((one) => one.id === id);
  return { path: area ? firstPage(pruneArea(area, role)) : '/', expires_at };
}

/** @throws {AppError} `area_preview_unknown` */
export async function end(ctx: CallContext, { id }: Parsed<typeof endPreview>): Promise<undefined> {
  const { id: user_id } = callerOf(ctx);
  await change(ctx, ['areas'], async (tx) => {
    const own = (await channels.listPins(tx.db, nowSeconds(tx))).find(
      (pin) => pin.area_id === id && pin.user_id === user_id,
    );
    if (own?.reason !== PREVIEW) throw new AppError('area_preview_unknown');
    await channels.unpin(tx.db, id, user_id);
    recordAction(tx, { action: 'area.preview_end', target: targetOf(id) });
  });
}

/** Its first menu entry, or a page whose address needs no value. */
function firstPage({ contributes: { nav, routes } }: ResolvedArea): string {
  const page = routes.find(({ path, title }) => title !== '' && !/[:*]/.test(path));
  return nav[0]?.to ?? page?.path ?? '/';
}
