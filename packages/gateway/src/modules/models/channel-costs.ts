import type { ChannelCost, Parsed, saveChannelCosts } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import * as channels from '../channels/repository/channels.ts';
import { change } from '../shared/change.ts';
import { refuseDeclared } from '../shared/declared.ts';
import * as costs from './repository/channel-costs.ts';

/** @throws {AppError} `channel_not_found` */
export async function list(ctx: Context, { id }: { id: number }): Promise<ChannelCost[]> {
  await requireChannel(ctx, id);
  return (await costs.listOf(ctx.db, id)).map(toCost);
}

/** @throws {AppError} `channel_not_found` */
export async function save(
  ctx: Context,
  { id, costs: sent }: Parsed<typeof saveChannelCosts>,
): Promise<ChannelCost[]> {
  await change(ctx, ['options'], async (tx) => {
    await requireChannel(tx, id);
    await replaceCosts(tx, id, sent);
  });
  return list(ctx, { id });
}

/** The same within a transaction that announces the change. */
export async function replaceCosts(tx: Context, id: number, sent: readonly ChannelCost[]): Promise<void> {
  await refuseDeclared(tx.db, 'channel', [id]);
  const before = (await costs.listOf(tx.db, id)).map(toCost);
  await costs.replace(tx.db, id, sent);
  recordAction(tx, {
    action: 'channel.cost',
    target: `channel:${id}`,
    before: { costs: before },
    after: { costs: sent },
  });
}

export function toCost({ id: _, channel_id: __, ...cost }: costs.ChannelCostRow): ChannelCost {
  return cost;
}

async function requireChannel(ctx: Context, id: number): Promise<void> {
  if (!(await channels.find(ctx.db, id))) throw new AppError('channel_not_found', { id });
}
