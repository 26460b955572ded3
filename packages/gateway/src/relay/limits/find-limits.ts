import type { LimitClaim } from '../../ledger/index.ts';
import { type Rule, type Subjects, subjectOf } from '../../modules/limits/rule.ts';
import type { RuleSet } from '../../modules/limits/rule-set.ts';
import { timeOf, windowOf } from '../../modules/limits/window-of.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { RelayContext } from '../context.ts';
import type { CallHold } from '../metering/bill.ts';
import { type AppliedRule, type AppliedRules, CallLimits, splitRules } from './call-limits.ts';

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
    const names = models.length === 1 ? models[0] : models.join();
    const key = `${userId} ${tokenId} ${group} ${names}`;
    const known = appliedOf(rules);
    let applied = known.get(key);
    if (!applied) {
      const token = tokenId === null ? {} : { token: String(tokenId) };
      const subjects = { everybody: '', user: String(userId), group, ...token };
      applied = splitRules(apply(rules.ofCalls, subjects, models));
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, applied);
    }
    const count = applied.booked.length + applied.counted.length + rules.ofChannels.length;
    return count > 0 ? new CallLimits(rules, applied) : undefined;
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
    const { id, amount: limit } = rule;
    const claim = { window, rule: id, subject, startsAt, period, at, limit };
    if (rule.resource === 'tokens') claims.push({ ...claim, tokens: hold ? heldTokens(hold) : 0 });
    else claims.push(claim);
  }
  return claims;
}

/** Records what the ledger left of the limits, for headers of the answer. */
export function noteLeft(
  limits: CallLimits,
  claims: readonly LimitClaim[],
  lefts: readonly number[] | undefined,
): void {
  if (!lefts) return;
  for (let index = 0; index < claims.length; index += 1) {
    const claim = claims[index];
    const left = lefts[index];
    if (claim?.tokens === undefined || left === undefined) continue;
    const rule = limits.rules.find(claim.rule);
    if (!rule) continue;
    const { at, period } = claim;
    limits.noteLeft({ rule, left, resetsAt: period > 0 ? at + period : timeOf(rule, at).resetsAt });
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
const knownRules = new WeakMap<RuleSet, Map<string, AppliedRules>>();

function appliedOf(rules: RuleSet): Map<string, AppliedRules> {
  const known = knownRules.get(rules);
  if (known) return known;
  const created = new Map<string, AppliedRules>();
  knownRules.set(rules, created);
  return created;
}
