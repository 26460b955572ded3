import type { Context } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { countCharged, countFailed, listStreams, type Span } from '../usage/repository/model-calls.ts';

const DAY = 86_400;
const HOUR = 3600;
/** The calls among which streams are looked for. */
const SAMPLE = 5000;

/** How a model served its own calls, whichever channels tried them. Null without such calls. */
export interface ModelReport {
  /** Of this hour and the last one. */
  lately(model: string): number | null;
  /** Median of the last day, in steps of 10 ms. */
  firstTokenMs(model: string): number | null;
  /** Shares of each day, oldest first. */
  days(model: string): (number | null)[];
  /** The share of all days together. */
  total(model: string): number | null;
}

interface Share {
  judged: number;
  faults: number;
}

/** Returns undefined where failed calls leave no rows: then nothing tells how a model served. */
export async function readModelReport(ctx: Context, dayCount: number): Promise<ModelReport | undefined> {
  if (!hasFailedCalls(ctx)) return undefined;
  const now = nowSeconds(ctx);
  const from = Math.floor(now / DAY) * DAY - (dayCount - 1) * DAY;
  const [recent, daily, streams] = await Promise.all([
    readShares(ctx, { since: Math.floor((now - HOUR) / HOUR) * HOUR, seconds: HOUR }),
    readShares(ctx, { since: from, seconds: DAY }),
    listStreams(ctx.logReader, { since: now - DAY, limit: SAMPLE }),
  ]);
  const streamsOf = Map.groupBy(streams, ({ model_name }) => model_name);
  const places = Array.from({ length: dayCount }, (_, place) => from + place * DAY);

  return {
    lately: (model) => shareOf(sum(recent.get(model))),
    firstTokenMs: (model) => firstTokenOf(streamsOf.get(model) ?? []),
    days: (model) => places.map((start) => shareOf(daily.get(model)?.get(start) ?? NOTHING)),
    total: (model) => shareOf(sum(daily.get(model))),
  };
}

/** How one model served in the last 24 hours. Null without such calls. */
export async function readLastDay(ctx: Context, model: string) {
  const now = nowSeconds(ctx);
  const [shares, streams] = await Promise.all([
    hasFailedCalls(ctx)
      ? readShares(ctx, { since: Math.floor((now - DAY) / HOUR) * HOUR, seconds: HOUR, model })
      : new Map<string, Map<number, Share>>(),
    listStreams(ctx.logReader, { since: now - DAY, model, limit: SAMPLE }),
  ]);
  return {
    successRate: shareOf(sum(shares.get(model))),
    firstTokenMs: firstTokenOf(streams),
    tokensPerSecond: speedOf(streams),
  };
}

function hasFailedCalls({ options }: Context): boolean {
  return options.current.LogConsumeEnabled && options.current.FailedCallsKept > 0;
}

type Stream = Awaited<ReturnType<typeof listStreams>>[number];

/** The median, in steps of 10 ms. */
function firstTokenOf(streams: readonly Stream[]): number | null {
  const sorted = streams.map(({ first_token_ms }) => first_token_ms).sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : Math.max(10, Math.round(middle / 10) * 10);
}

/** Completion tokens by the time in which they were written. */
function speedOf(streams: readonly Stream[]): number | null {
  const written = streams.filter(({ duration_ms, first_token_ms }) => duration_ms > first_token_ms);
  const tokens = written.reduce((all, { completion_tokens }) => all + completion_tokens, 0);
  const ms = written.reduce((all, stream) => all + stream.duration_ms - stream.first_token_ms, 0);
  return ms > 0 && tokens > 0 ? Math.round((tokens * 1000) / ms) : null;
}

/** By model and start. */
async function readShares(ctx: Context, span: Span): Promise<Map<string, Map<number, Share>>> {
  const shares = new Map<string, Map<number, Share>>();
  const note = (model: string, start: number, share: Share) => {
    const ofModel = shares.get(model) ?? new Map<number, Share>();
    shares.set(model, ofModel.set(start, add(ofModel.get(start) ?? NOTHING, share)));
  };
  const { model: _, ...ofAll } = span;
  const [charged, brokenOff, refused] = await Promise.all([
    countCharged(ctx.logReader, span),
    countFailed(ctx.logReader, span, true),
    countFailed(ctx.logReader, ofAll, false),
  ]);
  // The oldest failed calls may be gone. A day without its failures would look perfect.
  const isCut = refused.reduce((all, { count }) => all + count, 0) >= ctx.options.current.FailedCallsKept;
  const first = isCut ? Math.min(...refused.map(({ start }) => start)) + span.seconds : span.since;
  for (const { model_name, start, count } of charged)
    if (start >= first) note(model_name, start, { judged: count, faults: 0 });
  for (const { model_name, start, faults } of brokenOff)
    if (start >= first) note(model_name, start, { judged: 0, faults });
  for (const { model_name, start, faults } of refused)
    if (start >= first) note(model_name, start, { judged: faults, faults });
  return shares;
}

const NOTHING: Share = { judged: 0, faults: 0 };

function sum(shares: ReadonlyMap<number, Share> | undefined): Share {
  return [...(shares?.values() ?? [])].reduce(add, NOTHING);
}

function add(one: Share, other: Share): Share {
  return { judged: one.judged + other.judged, faults: one.faults + other.faults };
}

function shareOf({ judged, faults }: Share): number | null {
  return judged > 0 ? Math.max(0, judged - faults) / judged : null;
}
