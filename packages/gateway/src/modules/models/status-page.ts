import { type PublicModel, STATUS_DAYS, type StatusPage } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readLimits } from '../../core/limits.ts';
import * as abilities from '../channels/repository/abilities.ts';
import { nowSeconds } from '../shared/caller.ts';
import { toIncident } from './incidents.ts';
import { type ModelReport, readModelReport } from './model-report.ts';
import { statusOf } from './model-service.ts';
import { usableGroups } from './price-list.ts';
import * as incidents from './repository/incidents.ts';
import { keepStatusPage } from './status-page-cache.ts';

const DAY = 86_400;
const MAX_MODELS = 300;
const MAX_INCIDENTS = 50;
const RESOLVED_SHOWN_SECONDS = 14 * DAY;
const order: readonly PublicModel['status'][] = ['down', 'degraded', 'up', 'unknown'];

/**
 * Returns the models of every visitor and how they serve. The same for all callers.
 *
 * @throws {AppError} `status_page_off`
 */
export async function get(ctx: CallContext): Promise<StatusPage> {
  if (!ctx.options.current.StatusPageEnabled) throw new AppError('status_page_off');
  return keepStatusPage(ctx, () => make({ ...ctx, caller: null }));
}

async function make(ctx: CallContext): Promise<StatusPage> {
  // Not the reads of this caller, who may leave while others wait for the page.
  const access = ctx.reads.accessFor({ name: 'status page', limitMs: readLimits.listMs });
  const own = { ...ctx, ...access };
  const now = nowSeconds(ctx);
  const [models, shown] = await Promise.all([
    listModels(own),
    incidents.listShown(own.reader, now - RESOLVED_SHOWN_SECONDS, MAX_INCIDENTS),
  ]);
  return { updated_at: now, models, incidents: shown.map(toIncident) };
}

async function listModels(ctx: CallContext): Promise<PublicModel[]> {
  const [offers, report] = await Promise.all([
    abilities.listServed(ctx.reader, [...usableGroups(ctx).keys()]),
    readModelReport(ctx, STATUS_DAYS),
  ]);
  return [...offers]
    .map(([model, { isServed }]) => describe(model, isServed, report))
    .sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
    .slice(0, MAX_MODELS);
}

/** Without a report only a model that no channel serves has a state. */
function describe(model: string, isServed: boolean, report: ModelReport | undefined): PublicModel {
  return {
    model,
    status: isServed ? statusOf(report?.lately(model) ?? null) : 'down',
    uptime: rounded(report?.total(model) ?? null),
    first_token_ms: report?.firstTokenMs(model) ?? null,
    days: report?.days(model).map(rounded) ?? Array.from({ length: STATUS_DAYS }, () => null),
  };
}

/** Three decimals, so that the share does not tell how many calls there were. */
function rounded(share: number | null): number | null {
  return share === null ? null : Number(share.toFixed(3));
}
