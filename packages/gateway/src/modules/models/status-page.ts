import { type PublicModel, STATUS_DAYS, type StatusPage } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readLimits } from '../../core/limits.ts';
import { createServiceReport, type ServiceReport } from '../channels/health/service-report.ts';
import * as abilities from '../channels/repository/abilities.ts';
import { nowSeconds } from '../shared/caller.ts';
import { type CalledSpans, readCalledSpans } from './called-spans.ts';
import { toIncident } from './incidents.ts';
import { statusOf } from './model-service.ts';
import { usableGroups } from './price-list.ts';
import * as incidents from './repository/incidents.ts';
import { keepStatusPage } from './status-page-cache.ts';

const HOUR = 3600;
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
  const offers = await abilities.listServed(ctx.reader, [...usableGroups(ctx).keys()]);
  const channelIds = new Set([...offers.values()].flatMap(({ ids }) => ids));
  const [report, called] = await Promise.all([
    createServiceReport(ctx, [...channelIds], STATUS_DAYS),
    readCalledSpans(ctx, STATUS_DAYS),
  ]);
  return [...offers]
    .map(([model, offer]) => describe(model, offer, { report, called }))
    .sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
    .slice(0, MAX_MODELS);
}

interface Sources {
  report: ServiceReport;
  called: CalledSpans;
}

function describe(
  model: string,
  { ids, isServed }: abilities.Offer,
  { report, called }: Sources,
): PublicModel {
  const onDay = (place: number) => called.onDay(model, place);
  const successRate = called.within(model, HOUR) ? report.lastHour(ids).successRate : null;
  return {
    model,
    status: isServed ? statusOf(successRate) : 'down',
    uptime: rounded(report.total(ids, onDay)),
    first_token_ms: called.within(model, DAY) ? report.firstTokenMs(ids) : null,
    days: report.days(ids).map((share, place) => (onDay(place) ? rounded(share) : null)),
  };
}

/** Three decimals, so that the share does not tell how many calls there were. */
function rounded(share: number | null): number | null {
  return share === null ? null : Number(share.toFixed(3));
}
