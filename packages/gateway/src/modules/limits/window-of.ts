import type { Count } from '../../cache/counters.ts';
import { windowId } from '../../ledger/index.ts';
import type { Rule } from './rule.ts';
import { type WindowTime, windowAt } from './window-time.ts';

/** The window of a rule that counts at one moment. */
export interface RuleWindow extends WindowTime {
  readonly id: string;
}

const MS = 1000;

/** Whether the ledger counts it, with the money. The others are counted in the shared counters. */
export function isBooked({ resource }: Pick<Rule, 'resource'>): boolean {
  return resource === 'quota' || resource === 'tokens';
}

/** @param at seconds since 1970 */
export function windowOf(rule: Rule, subject: string, at: number): RuleWindow {
  const time = timeOf(rule, at);
  const { id, series } = rule;
  return { ...time, id: windowId({ rule: id, series, subject, startsAt: time.startsAt }) };
}

/** How the shared counters count a rule for requests or running calls. */
export function countOf(rule: Rule, subject: string, at: number): Count {
  const { id, resetsAt, period } = windowOf(rule, subject, at);
  const kind = rule.resource === 'concurrent' ? 'slot' : period > 0 ? 'rolling' : 'window';
  return { key: id, limit: rule.amount, kind, until: resetsAt * MS, periodMs: period * MS };
}

/** The last window of each rule: calculating one takes longer than a whole call, in time zones with a history. */
const lastTimes = new WeakMap<Rule, WindowTime>();

/** When the windows of a rule begin and end that count at one moment. */
export function timeOf(rule: Rule, at: number): WindowTime {
  const last = lastTimes.get(rule);
  if (last && at >= last.startsAt && (last.resetsAt === 0 || at < last.resetsAt)) return last;
  const time = windowAt(rule.window, rule.timeZone, at);
  lastTimes.set(rule, time);
  return time;
}
