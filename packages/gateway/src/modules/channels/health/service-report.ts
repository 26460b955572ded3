import type { Context } from '../../../core/context.ts';
import { nowSeconds } from '../../shared/caller.ts';
import * as health from '../repository/channel-health.ts';
import { roundedRange } from './health-range.ts';
import { addUp, describeCounts, failuresOf, NO_COUNTS, sumUp } from './health-report.ts';

const DAY = 86_400;
const HOUR = 3600;

/** How any of the channels served together. Shares are null without calls. */
export interface ServiceReport {
  lastHour(ids: readonly number[]): { successRate: number | null };
  /** Median of the last day, in steps of 10 ms. */
  firstTokenMs(ids: readonly number[]): number | null;
  /** Shares of each day, oldest first. */
  days(ids: readonly number[]): (number | null)[];
  /** The share of some days together, by their places. */
  total(ids: readonly number[], isCounted: (place: number) => boolean): number | null;
}

interface Share {
  judged: number;
  failures: number;
}

/** Reads what is stored about the channels once, for questions about any set of them. */
export async function createServiceReport(
  ctx: Context,
  channelIds: readonly number[],
  dayCount: number,
): Promise<ServiceReport> {
  const now = nowSeconds(ctx);
  const end = Math.floor(now / DAY) * DAY + DAY;
  const from = end - dayCount * DAY;
  const since = (seconds: number) => roundedRange({ from: now - seconds, to: now }, now);
  const [hour, day, rows] = await Promise.all([
    sumUp(ctx, channelIds, since(HOUR)),
    sumUp(ctx, channelIds, since(DAY)),
    health.listSpans(ctx.logReader, channelIds, { span: DAY, from, end }),
  ]);
  const shares = new Map<number, Share[]>();
  for (const row of rows) {
    const ofChannel = shares.get(row.channel_id) ?? Array.from({ length: dayCount }, () => ({ ...NOTHING }));
    const place = Math.floor((row.created_at - from) / DAY);
    ofChannel[place] = { judged: row.calls - row.request, failures: failuresOf(row) };
    shares.set(row.channel_id, ofChannel);
  }
  const together = (counts: ReadonlyMap<number, health.HealthCounts>, ids: readonly number[]) =>
    describeCounts(ids.map((id) => counts.get(id) ?? NO_COUNTS).reduce(addUp, NO_COUNTS));
  const sumDays = (ids: readonly number[], place: number) =>
    ids.map((id) => shares.get(id)?.[place] ?? NOTHING).reduce(add, NOTHING);
  const places = Array.from({ length: dayCount }, (_, place) => place);

  return {
    lastHour: (ids) => ({ successRate: together(hour, ids).success_rate }),
    firstTokenMs(ids) {
      const { first_token_ms } = together(day, ids);
      return first_token_ms && Math.round(first_token_ms.p50 / 10) * 10;
    },
    days: (ids) => places.map((place) => shareOf(sumDays(ids, place))),
    total: (ids, isCounted) =>
      shareOf(
        places
          .filter(isCounted)
          .map((place) => sumDays(ids, place))
          .reduce(add, NOTHING),
      ),
  };
}

const NOTHING: Share = { judged: 0, failures: 0 };

function add(one: Share, other: Share): Share {
  return { judged: one.judged + other.judged, failures: one.failures + other.failures };
}

function shareOf({ judged, failures }: Share): number | null {
  return judged > 0 ? Math.max(0, judged - failures) / judged : null;
}
