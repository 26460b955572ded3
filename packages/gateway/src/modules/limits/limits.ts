import {
  type createLimit,
  EACH,
  type LimitRule,
  type LimitScope,
  type listLimits,
  type Page,
  type Parsed,
  type updateLimit,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { listPlaces, refuseDeclared } from '../shared/declared.ts';
import { pageFrom1 } from '../shared/page.ts';
import * as rules from './repository/limit-rules.ts';
import { splitList } from './rule.ts';

export async function list(ctx: Context, input: Parsed<typeof listLimits>): Promise<Page<LimitRule>> {
  const { page, page_size, window } = pageFrom1(input.p, input.page_size);
  const filter = { scope: input.scope, scopeId: input.scope_id };
  const [rows, total] = await Promise.all([
    rules.list(ctx.reader, filter, window),
    rules.count(ctx.reader, filter),
  ]);
  return { items: await withNames(ctx, rows.map(toRule)), total, page, page_size };
}

/** @throws {AppError} `invalid_input`, `limit_target_not_found` */
export async function create(ctx: CallContext, draft: Parsed<typeof createLimit>): Promise<LimitRule> {
  const id = await change(ctx, ['limits'], (tx) => insertRule(tx, draft));
  return getNamed(ctx, id);
}

/** The same within a transaction that announces the change. */
export async function insertRule(tx: Context, draft: Draft): Promise<number> {
  const after = { ...(await toRow(tx, draft)), series: 0, created_time: nowSeconds(tx) };
  const id = await rules.insert(tx.db, after);
  recordAction(tx, { action: 'limit.create', target: `limit:${id}`, after });
  return id;
}

/** @throws {AppError} `invalid_input`, `limit_not_found`, `limit_target_not_found` */
export async function update(
  ctx: CallContext,
  { id, ...sent }: Parsed<typeof updateLimit>,
): Promise<LimitRule> {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  await change(ctx, ['limits'], (tx) => updateRule(tx, id, given));
  return getNamed(ctx, id);
}

/** The same within a transaction that announces the change. */
export async function updateRule(tx: Context, id: number, sent: Partial<Draft>): Promise<void> {
  await refuseDeclared(tx.db, 'limit', [id]);
  const before = await load(tx, id);
  const after = await toRow(tx, { ...toRule(before), ...sent });
  const isOther = counted.some((field) => before[field] !== after[field]);
  const series = before.series + (isOther ? 1 : 0);
  await rules.update(tx.db, id, { ...after, series });
  recordAction(tx, {
    action: 'limit.update',
    target: `limit:${id}`,
    before,
    after: { ...before, ...after, series },
  });
}

async function getNamed(ctx: Context, id: number): Promise<LimitRule> {
  const [rule] = await withNames(ctx, [toRule(await load(ctx, id))]);
  return rule as LimitRule;
}

async function withNames(ctx: Context, listed: readonly LimitRule[]): Promise<LimitRule[]> {
  const targets = listed.map(({ scope, scope_id }) => ({ scope, id: String(scope_id) }));
  const nameOf = await rules.findNames(ctx.db, targets);
  const placeOf = await listPlaces(ctx.db, 'limit');
  return listed.map((rule) => ({
    ...rule,
    target_name: nameOf(rule.scope, String(rule.scope_id)),
    ...placeOf(rule.id),
  }));
}

/** @throws {AppError} `limit_not_found` */
export async function remove(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  await change(ctx, ['limits'], (tx) => removeRule(tx, id));
  return undefined;
}

/** The same within a transaction that announces the change. */
export async function removeRule(tx: Context, id: number): Promise<void> {
  await refuseDeclared(tx.db, 'limit', [id]);
  const before = await load(tx, id);
  await rules.remove(tx.db, id);
  recordAction(tx, { action: 'limit.delete', target: `limit:${id}`, before });
}

export async function load(ctx: Context, id: number): Promise<rules.LimitRuleRow> {
  const row = await rules.find(ctx.db, id);
  if (!row) throw new AppError('limit_not_found', { id });
  return row;
}

/** Changes of these begin to count from zero: earlier windows counted other calls, or other spans of time. */
const counted = ['scope', 'scope_id', 'models', 'resource', 'window', 'time_zone'] as const;

export function toRule({ series: _, warn_at, enabled, scope_id, ...row }: rules.LimitRuleRow): LimitRule {
  const isNumber = row.scope !== 'group' && /^\d+$/.test(scope_id);
  return {
    ...row,
    scope: row.scope as LimitRule['scope'],
    resource: row.resource as LimitRule['resource'],
    when_full: row.when_full as LimitRule['when_full'],
    scope_id: isNumber ? Number(scope_id) : scope_id,
    warn_at: splitList(warn_at).map(Number),
    enabled: enabled === 1,
    target_name: '',
  };
}

type Draft = Omit<LimitRule, 'id' | 'created_time' | 'target_name'>;

async function toRow(tx: Context, draft: Draft) {
  const { scope, resource, when_full, wait_seconds, warn_at, enabled } = draft;
  const isOfChannel = scope === 'channel' || scope === 'channel_key';
  if (when_full === 'skip' && !isOfChannel) refuse('when_full', 'skip_needs_channel');
  if (when_full === 'wait' && !isOfChannel && wait_seconds === 0) refuse('wait_seconds', 'required');
  return {
    name: draft.name,
    scope,
    scope_id: await findTarget(tx, scope, String(draft.scope_id)),
    models: splitList(draft.models).join(','),
    resource,
    amount: draft.amount,
    window: resource === 'concurrent' ? 'forever' : draft.window,
    time_zone: draft.time_zone,
    // A full channel is always passed over: another one may serve the call.
    when_full: isOfChannel ? 'skip' : when_full,
    wait_seconds: when_full === 'wait' && !isOfChannel ? wait_seconds : 0,
    warn_at: [...new Set(warn_at)].sort((a, b) => a - b).join(','),
    from: draft.from,
    enabled: enabled ? (1 as const) : (0 as const),
  };
}

/** Returns the stored form of whom a rule limits. @throws {AppError} `invalid_input`, `limit_target_not_found` */
export async function findTarget(tx: Context, scope: LimitScope, id: string): Promise<string> {
  if (scope === 'everybody') return '';
  if (id === EACH) return id;
  if (id === '') refuse('scope_id', 'required');
  if (scope === 'group') {
    if (!tx.options.current.GroupRatio.has(id)) throw new AppError('limit_target_not_found', { id });
    return id;
  }
  const isKnown = /^\d{1,15}$/.test(id) && (await rules.targetExists(tx.db, tables[scope], Number(id)));
  if (!isKnown) throw new AppError('limit_target_not_found', { id });
  return String(Number(id));
}

const tables = { user: 'users', token: 'tokens', channel: 'channels', channel_key: 'channels' } as const;

function refuse(field: string, reason: string): never {
  throw new AppError('invalid_input', { field, reason });
}
