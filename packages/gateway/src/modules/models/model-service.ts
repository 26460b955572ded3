import type { getModelService, Output, Parsed } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import * as abilities from '../channels/repository/abilities.ts';
import { readLastDay } from './model-report.ts';
import { refuseHidden, usableGroups } from './price-list.ts';

/** How calls of a model were served that the caller may use. Says nothing of any channel. */
export async function serviceOf(
  ctx: CallContext,
  { model }: Parsed<typeof getModelService>,
): Promise<Output<typeof getModelService>> {
  refuseHidden(ctx);
  const channels = await abilities.listChannels(ctx.db, model, [...usableGroups(ctx).keys()]);
  if (channels.length === 0)
    return { status: 'unknown', success_rate: null, first_token_ms: null, tokens_per_second: null };
  const { successRate, firstTokenMs, tokensPerSecond } = await readLastDay(ctx, model);
  return {
    status: statusOf(successRate),
    success_rate: successRate === null ? null : Number(successRate.toFixed(3)),
    first_token_ms: firstTokenMs,
    tokens_per_second: tokensPerSecond,
  };
}

export function statusOf(rate: number | null): Output<typeof getModelService>['status'] {
  if (rate === null) return 'unknown';
  if (rate >= GOOD) return 'up';
  return rate >= POOR ? 'degraded' : 'down';
}

const GOOD = 0.95;
const POOR = 0.5;
