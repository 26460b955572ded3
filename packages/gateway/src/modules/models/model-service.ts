import type { getModelService, Output, Parsed } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { sumUpService } from '../channels/health/health-report.ts';
import * as abilities from '../channels/repository/abilities.ts';
import { refuseHidden, usableGroups } from './price-list.ts';

/** How the channels together served that offer a model to the caller. Says nothing of any one of them. */
export async function serviceOf(
  ctx: CallContext,
  { model }: Parsed<typeof getModelService>,
): Promise<Output<typeof getModelService>> {
  refuseHidden(ctx);
  const groups = [...usableGroups(ctx).keys()];
  const { success_rate, first_token_ms, tokens_per_second } = await sumUpService(
    ctx,
    await abilities.listChannels(ctx.db, model, groups),
  );
  return {
    status: statusOf(success_rate),
    success_rate: success_rate === null ? null : Number(success_rate.toFixed(3)),
    first_token_ms: first_token_ms && Math.round(first_token_ms.p50 / 10) * 10,
    tokens_per_second: tokens_per_second === null ? null : Math.round(tokens_per_second),
  };
}

export function statusOf(rate: number | null): Output<typeof getModelService>['status'] {
  if (rate === null) return 'unknown';
  if (rate >= GOOD) return 'up';
  return rate >= POOR ? 'degraded' : 'down';
}

const GOOD = 0.95;
const POOR = 0.5;
