import type { LimitClaim } from '../../ledger/index.ts';
import { type Rule, type Subjects, subjectOf } from '../../modules/limits/rule.ts';
import type { RuleSet } from '../../modules/limits/rule-set.ts';
import { windowOf } from '../../modules/limits/window-of.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { RelayContext } from '../context.ts';
import type { CallHold } from '../metering/bill.ts';
import { type AppliedRule, CallLimits } from './call-limits.ts';

/** Finds the rules that limit a call at any of these models. Undefined when there are none. */
export function findLimits(
  ctx: RelayContext,
  { owner }: Pick<RelayCaller, 'owner'>,
  group: string,
  models: readonly string[],
): CallLimits | undefined | Promise<CallLimits | undefined> {
  const current = ctx.limitRules.current();
  const find = (rules: RuleSet) => {
    if (rules.ofCalls.length + rules.ofChannels.length === 0) return undefined;
    const { userId, tokenId } = owner;
    const key = `${userId} ${tokenId} ${group} ${models.join()}`;
    const known = appliedOf(rules);
    let applied = known.get(key);
    if (!applied) {
      const token = tokenId === null ? {} : { token: String(tokenId) };
      const subjects = { everybody: '', user: String(userId), group, ...token };
      applied = apply(rules.ofCalls, subjects, models);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, applied);
    }
    return applied.length + rules.ofChannels.length > 0 ? new CallLimits(rules, applied) : undefined;
  };
  return current instanceof Promise ? current.then(find) : find(current);
}

export function apply(
  rules: readonly Rule[],
  subjects: Subjects,
  models: readonly string[],
): readonly AppliedRule[] {
  return rules.flatMap((rule) => {
    const subject = subjectOf(rule, subjects);
    const isLimited = subject !== undefined && models.some((model) => rule.limitsModel(model));
    return isLimited ? [{ rule, subject }] : [];
  });
}

/** What the ledger decides about: quota by the hold itself, tokens by their bound. */
export function claimsOf(
  applied: readonly AppliedRule[],
  hold: Parameters<typeof heldTokens>[0] | undefined,
  at: number,
): LimitClaim[] {
  const claims: LimitClaim[] = [];
  for (const { rule, subject } of applied) {
    if (rule.from > at) continue;
    const { id: window, startsAt, period } = windowOf(rule, subject, at);
    claims.push({
      ...{ window, rule: rule.id, subject, startsAt, period, at, limit: rule.amount },
      ...(rule.resource === 'tokens' && { tokens: hold ? heldTokens(hold) : 0 }),
    });
  }
  return claims;
}

/** Records what the ledger left of the limits, for headers of the answer. */
export function noteLeft(
  limits: CallLimits,
  claims: readonly LimitClaim[],
  lefts: readonly number[] | undefined,
): void {
  for (const [index, left] of (lefts ?? []).entries()) {
    const claim = claims[index];
    const applied = limits.booked.find(({ rule }) => rule.id === claim?.rule);
    if (!claim || !applied) continue;
    const { resetsAt } = windowOf(applied.rule, applied.subject, claim.at);
    limits.left.set(claim.rule, {
      rule: applied.rule,
      left,
      resetsAt: claim.period > 0 ? claim.at + claim.period : resetsAt,
    });
  }
}

/** The most tokens of a call: its prompt and its longest answer. */
export function heldTokens({
  promptHeld,
  length,
  outputTokens,
}: Pick<CallHold, 'promptHeld' | 'length' | 'outputTokens'>): number {
  return promptHeld + (length === 'none' ? 0 : outputTokens);
}

const MOST_KNOWN = 10_000;
const knownRules = new WeakMap<RuleSet, Map<string, readonly AppliedRule[]>>();

function appliedOf(rules: RuleSet): Map<string, readonly AppliedRule[]> {
  const known = knownRules.get(rules) ?? new Map<string, readonly AppliedRule[]>();
  knownRules.set(rules, known);
  return known;
}
