import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LimitSimulation, Parsed, simulateLimit } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { listNames } from '../identity/repository/users.ts';
import { nowSeconds } from '../shared/caller.ts';
import {
  isCharged,
  listReplayed,
  type ReplayedCall,
  type ReplayedScope,
} from '../usage/repository/replayed-calls.ts';
import { findTarget } from './limits.ts';
import { type PastCall, Replay } from './replay.ts';
import { type Rule, subjectOf, toRule } from './rule.ts';

/** How far back a rule is tried, and how much work that may be. */
const WEEK_SECONDS = 7 * 86_400;
const MOST_ROWS = 200_000;
const MOST_MS = 15_000;
/** Rows between two turns of the event loop: calls are relayed in the meantime. */
const PAGE = 2000;
const TOP = 5;

/**
 * Tries a rule on the calls of the last seven days, or on the latest ones when there are too many. It knows what
 * calls cost, not what they held, and not which key of a channel served them.
 *
 * @throws {AppError} `invalid_input`, `limit_target_not_found`
 */
export async function simulate(
  ctx: CallContext,
  input: Parsed<typeof simulateLimit>,
): Promise<LimitSimulation> {
  if (input.scope === 'channel_key')
    throw new AppError('invalid_input', { field: 'scope', reason: 'unknown' });
  const rule = toRule({
    ...input,
    scope_id: await findTarget(ctx, input.scope, input.scope_id),
    ...{ id: 0, name: '', when_full: 'refuse', wait_seconds: 0, warn_at: '', from: 0 },
    ...{ enabled: 1, series: 0, created_time: 0 },
  });
  const { calls, since, isWhole } = await readCalls(ctx, rule);
  const replay = new Replay(rule);
  for (const [index, call] of inOrder(calls).entries()) {
    if (index % PAGE === PAGE - 1) await nextTurn();
    replay.add(call);
  }
  const users = replay.users();
  const top = users.slice(0, TOP);
  const names = await listNames(
    ctx.db,
    top.map(([id]) => id),
  );
  return {
    since,
    is_whole: isWhole,
    calls: replay.calls,
    refused: replay.refused,
    users: users.length,
    top: top.map(([user_id, refused]) => ({ user_id, username: names.get(user_id) ?? '', refused })),
  };
}

async function readCalls(ctx: Context, rule: Rule) {
  const since = nowSeconds(ctx) - WEEK_SECONDS;
  const scope = scopeOf(rule, since);
  const calls: PastCall[] = [];
  const until = performance.now() + MOST_MS;
  let last: ReplayedCall | undefined;
  for (let rows = 0; rows < MOST_ROWS && performance.now() < until; rows += PAGE) {
    const page = await listReplayed(ctx.logReader, scope, last, PAGE);
    for (const row of page) {
      const call = row.created_at >= since && isCharged(row) ? toPastCall(rule, row) : undefined;
      if (call) calls.push(call);
    }
    last = page.at(-1);
    if (page.length < PAGE || !last || last.created_at < since) return { calls, since, isWhole: true };
  }
  return { calls, since: last?.created_at ?? since, isWhole: false };
}

/** What an index can find. */
function scopeOf({ scope, target }: Rule, since: number): ReplayedScope {
  if (target === undefined) return { since };
  if (scope === 'user') return { since, user: Number(target) };
  return scope === 'channel' ? { since, channel: Number(target) } : { since };
}

function toPastCall(rule: Rule, row: ReplayedCall): PastCall | undefined {
  const subject = subjectOf(rule, {
    everybody: '',
    user: String(row.user_id),
    group: row.group,
    token: String(row.token_id),
    channel: String(row.channel_id),
  });
  if (subject === undefined || !rule.limitsModel(row.model_name)) return undefined;
  const tokens = row.prompt_tokens + row.completion_tokens;
  const amount = rule.resource === 'tokens' ? tokens : row.quota;
  return { at: row.created_at, duration: row.use_time, amount, subject, userId: row.user_id };
}

/** Newest first becomes oldest first. Ids have the order of ends, so that the beginnings are nearly sorted. */
function inOrder(calls: PastCall[]): PastCall[] {
  return calls.reverse().sort((a, b) => a.at - b.at);
}
