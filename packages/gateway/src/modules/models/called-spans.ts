import type { Context } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import { listCalledDays } from '../usage/repository/model-calls.ts';

const DAY = 86_400;
const HOUR = 3600;

/** When a model was called. Figures of its channels in other spans are those of other models. */
export interface CalledSpans {
  /** By its place among the days that end with today. */
  onDay(model: string, place: number): boolean;
  /** Within the last seconds, at least; served calls are known by the hour. */
  within(model: string, seconds: number): boolean;
}

/** Without a usage log every model counts as called: nothing tells which was. */
export async function readCalledSpans(ctx: Context, dayCount: number): Promise<CalledSpans> {
  if (!ctx.options.current.LogConsumeEnabled) return { onDay: () => true, within: () => true };
  const now = nowSeconds(ctx);
  const from = Math.floor(now / DAY) * DAY - (dayCount - 1) * DAY;
  const days = new Map<string, Set<number>>();
  const lastCalls = new Map<string, number>();
  for (const { model_name, day, last } of await listCalledDays(ctx.logReader, from)) {
    const places = days.get(model_name) ?? new Set();
    days.set(model_name, places.add((day - from) / DAY));
    lastCalls.set(model_name, Math.max(last, lastCalls.get(model_name) ?? 0));
  }
  return {
    onDay: (model, place) => days.get(model)?.has(place) === true,
    within: (model, seconds) => (lastCalls.get(model) ?? 0) >= Math.floor((now - seconds) / HOUR) * HOUR,
  };
}
