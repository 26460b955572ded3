import { EACH, type getLimitUsage, type LimitWindow, type OwnLimit, type Parsed } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import * as tokens from '../tokens/repository/tokens.ts';
import { load, toRule as toContractRule } from './limits.ts';
import * as rules from './repository/limit-rules.ts';
import * as windows from './repository/limit-windows.ts';
import { type Rule, subjectOf, toRule } from './rule.ts';
import { countOf, isBooked, windowOf } from './window-of.ts';

const MOST_WINDOWS = 400;

/**
 * The windows of a rule, newest first. Of a rule for requests or running calls with one window, only that of
 * this moment: the shared counters keep no history.
 *
 * @throws {AppError} `limit_not_found`
 */
export async function listWindows(
  ctx: Context,
  { id = 0 }: Parsed<typeof getLimitUsage>,
): Promise<LimitWindow[]> {
  const row = await load(ctx, id);
  const rule = toRule(row);
  const at = nowSeconds(ctx);
  if (!isBooked(rule)) return row.scope_id === EACH ? [] : [await currentOf(ctx, rule, '', at)];
  const rows = await windows.listOfRule(ctx.reader, id, rule.series, MOST_WINDOWS);
  const nameOf = await rules.findNames(
    ctx.db,
    rows.map(({ subject }) => ({ scope: rule.scope, id: keylessOf(rule.scope, subject) })),
  );
  const listed = await Promise.all(
    rows.map(async (found) => {
      const current = windowOf(rule, found.subject, at);
      const isCurrent = current.id === found.id;
      const resetsAt = isCurrent ? current.resetsAt : windowOf(rule, found.subject, found.starts_at).resetsAt;
      const expired =
        current.period > 0 ? await windows.sumExpired(ctx.reader, found.id, at - current.period) : 0;
      return {
        subject: found.subject,
        subject_name: nameOf(rule.scope, keylessOf(rule.scope, found.subject)),
        starts_at: found.starts_at,
        resets_at: resetsAt,
        spent: found.spent - expired,
        held: found.held,
        calls: found.calls,
        is_current: isCurrent,
      };
    }),
  );
  const hasCurrent = row.scope_id === EACH || listed.some(({ is_current }) => is_current);
  return hasCurrent ? listed : [await currentOf(ctx, rule, '', at), ...listed];
}

/** Of a key of a channel, the channel. */
export function keylessOf(scope: string, subject: string): string {
  return scope === 'channel_key' ? (subject.split('-')[0] ?? '') : subject;
}

/** The caller's own rules and those of its tokens. Rules for everybody show what others spend: left out. */
export async function listOwn(ctx: CallContext): Promise<OwnLimit[]> {
  const { id, group } = callerOf(ctx);
  const ids = await tokens.listAllIds(ctx.db, id);
  return listFor(ctx, { user: String(id), group }, ids);
}

/** The rules that limit one token by itself, its user, or each user of its group. */
export function listOfToken(
  ctx: Context,
  token: { readonly id: number; readonly userId: number },
): Promise<OwnLimit[]> {
  return listFor(ctx, { user: String(token.userId) }, [token.id]);
}

async function listFor(
  ctx: Context,
  own: { readonly user: string; readonly group?: string },
  tokenIds: readonly number[],
): Promise<OwnLimit[]> {
  const at = nowSeconds(ctx);
  const found: OwnLimit[] = [];
  for (const row of await rules.listEnabled(ctx.db)) {
    const rule = toRule(row);
    if (rule.from > at) continue;
    if (rule.scope === 'user') {
      const subject = subjectOf(rule, own);
      if (subject !== undefined) found.push(await toOwn(ctx, row, subject, at));
    }
    if (rule.scope !== 'token') continue;
    for (const id of tokenIds) {
      const subject = subjectOf(rule, { token: String(id) });
      if (subject !== undefined) found.push({ ...(await toOwn(ctx, row, subject, at)), scope_id: id });
    }
  }
  const nameOf = await rules.findNames(
    ctx.db,
    found.map(({ scope, scope_id }) => ({ scope, id: String(scope_id) })),
  );
  return found.map((own) => ({ ...own, subject_name: nameOf(own.scope, String(own.scope_id)) }));
}

export async function toOwn(
  ctx: Context,
  row: rules.LimitRuleRow,
  subject: string,
  at: number,
): Promise<OwnLimit> {
  const { id, name, scope, scope_id, models, resource, amount, window, time_zone } = toContractRule(row);
  const { spent, held, resets_at } = await currentOf(ctx, toRule(row), subject, at);
  const described = {
    id,
    name,
    scope,
    scope_id,
    subject_name: '',
    models,
    resource,
    amount,
    window,
    time_zone,
  };
  return { ...described, spent, held, resets_at };
}

/** The window that counts at this moment, also before the first call. */
export async function currentOf(ctx: Context, rule: Rule, subject: string, at: number): Promise<LimitWindow> {
  const { id, startsAt, resetsAt, period } = windowOf(rule, subject, at);
  const window = { subject, subject_name: '', starts_at: startsAt, resets_at: resetsAt, is_current: true };
  if (!isBooked(rule)) {
    const [used = 0] = await ctx.limits.counters.read([countOf(rule, subject, at)]);
    const isRunning = rule.resource === 'concurrent';
    return {
      ...window,
      spent: isRunning ? 0 : used,
      held: isRunning ? used : 0,
      calls: isRunning ? 0 : used,
    };
  }
  const [row] = await windows.listByIds(ctx.db, [id]);
  if (!row) return { ...window, spent: 0, held: 0, calls: 0 };
  const expired = period > 0 ? await windows.sumExpired(ctx.db, id, at - period) : 0;
  return { ...window, spent: row.spent - expired, held: row.held, calls: row.calls };
}
