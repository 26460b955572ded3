import type { ForeignDatabase, ForeignRow } from '../../db/foreign-database.ts';
import type { Db } from '../../db/schema.ts';
import * as rules from '../../modules/limits/repository/limit-rules.ts';
import { findForeign, toUnits } from './litellm-values.ts';
import { Fields, toObject } from './values.ts';

/** What somebody may spend, and within what time; no amount: as much as they like. */
export interface Budget {
  readonly amount: number | undefined;
  readonly spent: number;
  readonly window: string | undefined;
}

/** A budget of nothing is one that is never filled again. */
export function budgetOf(fields: Fields): Budget {
  const amount = fields.has('max_budget') ? Math.max(0, toUnits(fields.number('max_budget'))) : undefined;
  return {
    amount,
    spent: Math.max(0, toUnits(fields.number('spend'))),
    window: amount === 0 ? undefined : windowOf(fields.text('budget_duration')),
  };
}

/** Rows of keys with the values of the budgets that they name. What a row has itself goes first. */
export async function withBudgets(source: ForeignDatabase, rows: readonly ForeignRow[]): Promise<Fields[]> {
  const all = rows.map((row) => new Fields(row));
  const budgets = await findForeign(
    source,
    ['LiteLLM_BudgetTable', 'budget_id'],
    all.map((fields) => fields.text('budget_id')),
  );
  return all.map((fields) => {
    const budget = budgets.get(fields.text('budget_id'));
    return budget ? fields.withDefaults(budget.pick(fields.has('max_budget') ? LIMITS : BUDGET)) : fields;
  });
}

const LIMITS = ['tpm_limit', 'rpm_limit', 'max_parallel_requests', 'soft_budget', 'model_max_budget'];
const BUDGET = [...LIMITS, 'max_budget', 'budget_duration'];

const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  mo: 2_592_000,
};
const MINUTE = 60;
const HOUR = 3600;
const calendar: Readonly<Record<number, string>> = { 1: 'hour', 24: 'day', 168: 'week' };
const MOST_HOURS = 8784;

/**
 * The window of a duration such as `30d`: the next longer one that exists here, so that no user may spend more.
 * Undefined for a budget that is never filled again.
 */
function windowOf(duration: string): string | undefined {
  const [, count = '', unit = ''] = /^(\d+)(mo|[smhdw])$/.exec(duration) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds === 0 || seconds > MOST_HOURS * HOUR) return undefined;
  if (seconds <= MINUTE) return 'minute';
  const hours = Math.ceil(seconds / HOUR);
  return calendar[hours] ?? `rolling:${hours}`;
}

interface RuleDraft {
  readonly scope: 'user' | 'token';
  readonly scope_id: number;
}

interface LimitDraft {
  readonly resource: 'quota' | 'tokens' | 'requests' | 'concurrent';
  readonly amount: number;
  readonly window: string;
  readonly models?: string;
}

/** The limits of a user or a key: its budget by time, its tokens, calls and running calls by minute, and its models'. */
export async function addRules(
  db: Db,
  { scope, scope_id }: RuleDraft,
  fields: Fields,
  at: number,
): Promise<void> {
  const { amount, window } = budgetOf(fields);
  const limits: LimitDraft[] = [
    { resource: 'quota', amount: window ? (amount ?? 0) : 0, window: window ?? 'forever' },
    { resource: 'tokens', amount: fields.whole('tpm_limit'), window: 'minute' },
    { resource: 'requests', amount: fields.whole('rpm_limit'), window: 'minute' },
    { resource: 'concurrent', amount: fields.whole('max_parallel_requests'), window: 'forever' },
    ...modelLimits(fields),
  ];
  for (const limit of limits.filter((each) => each.amount > 0))
    await rules.insert(db, {
      ...{ scope, scope_id: String(scope_id), models: '', time_zone: 'UTC', when_full: 'refuse' },
      ...{ created_time: at, ...limit },
    });
}

/** Limits of single models: their budgets, and their tokens and calls by minute. */
function modelLimits(fields: Fields): LimitDraft[] {
  const { model_tpm_limit, model_rpm_limit } = toObject(fields.json('metadata'));
  const byMinute = (resource: 'tokens' | 'requests', limits: unknown) =>
    Object.entries(toObject(limits)).map(
      ([models, amount]): LimitDraft => ({ resource, amount: wholeOf(amount), window: 'minute', models }),
    );
  const budgets = Object.entries(toObject(fields.json('model_max_budget'))).map(
    ([models, value]): LimitDraft => {
      const { budget_limit = value, time_period = '' } = toObject(value);
      const window = windowOf(String(time_period)) ?? 'forever';
      return { resource: 'quota', amount: toUnits(Number(budget_limit)), window, models };
    },
  );
  return [...budgets, ...byMinute('tokens', model_tpm_limit), ...byMinute('requests', model_rpm_limit)];
}

function wholeOf(value: unknown): number {
  const number = Math.trunc(Number(value));
  return Number.isSafeInteger(number) ? number : 0;
}

/** What of a budget has no place here, in sentences for the report. */
export function listLosses(fields: Fields): string[] {
  const { amount, spent, window } = budgetOf(fields);
  const duration = fields.text('budget_duration');
  return [
    window && spent > 0 && 'the time of its budget begins again, with nothing spent of it',
    amount &&
      duration &&
      !window &&
      `its budget lasts ${duration}, which no limit can: it is not filled again`,
    fields.number('soft_budget') > 0 &&
      'a soft budget only warns there: set a warning at its limit here (soft_budget)',
  ].filter((sentence): sentence is string => typeof sentence === 'string' && sentence !== '');
}
