import {
  EACH,
  type getLimitHistory,
  type LimitPeriod,
  type LimitUse,
  type listCloseLimits,
  type listLimitsOf,
  type Parsed,
  type SiteLimit,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import * as users from '../identity/repository/users.ts';
import { nowSeconds } from '../shared/caller.ts';
import { keylessOf, toOwn } from './limit-usage.ts';
import { load } from './limits.ts';
import { listPeriods } from './repository/limit-history.ts';
import * as rules from './repository/limit-rules.ts';
import * as windows from './repository/limit-windows.ts';
import { type Rule, type Subjects, subjectOf, toRule } from './rule.ts';
import { isBooked, windowOf } from './window-of.ts';

const MOST_PERIODS = 60;
const CLOSE_PERCENT = 80;
const MOST_OF_RULE = 20;
const MOST_CLOSE = 50;
const MOST_SUBJECTS = 20;

/**
 * The latest spans of time of a rule. Empty for rules of requests and running calls: the shared counters keep no
 * history.
 *
 * @throws {AppError} `limit_not_found`
 */
export async function listHistory(
  ctx: Context,
  { id = 0 }: Parsed<typeof getLimitHistory>,
): Promise<LimitPeriod[]> {
  const rule = toRule(await load(ctx, id));
  return isBooked(rule) ? listPeriods(ctx.reader, rule, MOST_PERIODS) : [];
}

/** The windows of this moment that are nearly or entirely used, of all enabled rules, fullest first. */
export async function listClose(
  ctx: Context,
  { percent = CLOSE_PERCENT }: Parsed<typeof listCloseLimits>,
): Promise<LimitUse[]> {
  const at = nowSeconds(ctx);
  const close: LimitUse[] = [];
  for (const row of await rules.listEnabled(ctx.db)) {
    const rule = toRule(row);
    if (rule.from > at) continue;
    const least = Math.max(1, Math.ceil((rule.amount * percent) / 100));
    for (const subject of await listFull(ctx, rule, least, at)) {
      const use = await toUse(ctx, row, subject, at);
      if (use.spent + use.held >= least) close.push(use);
    }
  }
  const shareOf = ({ spent, held, amount }: LimitUse) => (spent + held) / Math.max(1, amount);
  return withNames(ctx, close.sort((a, b) => shareOf(b) - shareOf(a)).slice(0, MOST_CLOSE));
}

/** Whose window may be close. The shared counters cannot be searched: of their rules, those with one window. */
async function listFull(ctx: Context, rule: Rule, least: number, at: number): Promise<string[]> {
  if (!isBooked(rule)) return rule.target === undefined || rule.scope === 'channel_key' ? [] : [''];
  const { startsAt } = windowOf(rule, '', at);
  const rows = await windows.listFullest(ctx.reader, rule, { startsAt, least }, MOST_OF_RULE);
  return rows.map(({ subject }) => subject);
}

/** The enabled rules of one user (with those of its group and of everybody), group (or all), token or channel. */
export async function listOf(
  ctx: CallContext,
  { scope, scope_id }: Parsed<typeof listLimitsOf>,
): Promise<LimitUse[]> {
  const at = nowSeconds(ctx);
  const subjects = await subjectsOf(ctx, scope, scope_id);
  const found: LimitUse[] = [];
  for (const row of await rules.listEnabled(ctx.db)) {
    const rule = toRule(row);
    const subject = subjectOf(rule, subjects);
    if (subject !== undefined) found.push(await toUse(ctx, row, subject, at));
    for (const each of await listSubjects(ctx, rule, { scope, scope_id }, at))
      found.push(await toUse(ctx, row, each, at));
  }
  return withNames(ctx, found);
}

async function subjectsOf(ctx: Context, scope: string, id: string): Promise<Subjects> {
  if (id === '') return {};
  if (scope !== 'user') return { [scope]: id };
  const user = /^\d{1,15}$/.test(id) ? await users.find(ctx.db, Number(id)) : undefined;
  return { everybody: '', user: id, ...(user && { group: user.group }) };
}

/** Whose windows belong to a question about the keys of a channel, or about all groups. */
async function listSubjects(
  ctx: Context,
  rule: Rule,
  { scope, scope_id }: Parsed<typeof listLimitsOf>,
  at: number,
): Promise<string[]> {
  const isOfGroups = scope === 'group' && scope_id === '' && rule.scope === 'group';
  if (isOfGroups && rule.target !== undefined) return [''];
  const isOfKeys =
    scope === 'channel' &&
    rule.scope === 'channel_key' &&
    (rule.target === undefined || rule.target === scope_id);
  if (!isBooked(rule) || !(isOfKeys || isOfGroups)) return [];
  const { startsAt } = windowOf(rule, '', at);
  const rows = await windows.listFullest(ctx.reader, rule, { startsAt, least: 0 }, MOST_SUBJECTS);
  const subjects = rows.map(({ subject }) => subject);
  return isOfKeys ? subjects.filter((subject) => subject.startsWith(`${scope_id}-`)) : subjects;
}

async function toUse(ctx: Context, row: rules.LimitRuleRow, subject: string, at: number): Promise<LimitUse> {
  return { ...(await toOwn(ctx, row, subject, at)), subject };
}

/** Adds the names of users, tokens and channels. */
async function withNames(ctx: Context, uses: readonly LimitUse[]): Promise<LimitUse[]> {
  const nameOf = await rules.findNames(
    ctx.db,
    uses.map((use) => ({ scope: use.scope, id: targetOf(use) })),
  );
  return uses.map((use) => ({ ...use, subject_name: nameOf(use.scope, targetOf(use)) }));
}

function targetOf({ scope, scope_id, subject }: LimitUse): string {
  return keylessOf(scope, String(scope_id === EACH || subject !== '' ? subject : scope_id));
}

export function getSite({ options }: Context): SiteLimit {
  const { current } = options;
  return {
    enabled: current.ModelRequestRateLimitEnabled && current.ModelRequestRateLimitDurationMinutes > 0,
    minutes: current.ModelRequestRateLimitDurationMinutes,
    requests: current.ModelRequestRateLimitCount,
    answered: current.ModelRequestRateLimitSuccessCount,
  };
}
