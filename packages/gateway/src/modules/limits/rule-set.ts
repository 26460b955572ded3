import type { Context } from '../../core/context.ts';
import { listEnabled } from './repository/limit-rules.ts';
import { type Rule, toRule } from './rule.ts';

/** The rules in force, in the order in which they are checked. One immutable snapshot. */
export interface RuleSet {
  /** Known before the channel of a call is. */
  readonly ofCalls: readonly Rule[];
  /** For channels and their keys. */
  readonly ofChannels: readonly Rule[];
  find(id: number): Rule | undefined;
}

export interface LimitRules {
  /** Returns the rules at once when they are in memory. */
  current(): RuleSet | Promise<RuleSet>;
}

/** Keeps the rules in memory and reads them again when one changed, here or in another process. */
export function createLimitRules(ctx: Context): LimitRules {
  let current: Promise<RuleSet> | undefined;
  let loaded: RuleSet | undefined;
  ctx.revisions.on('limits', () => {
    current = undefined;
    loaded = undefined;
  });
  return {
    current() {
      if (loaded) return loaded;
      if (current) return current;
      const loading = listEnabled(ctx.db).then((rows) => {
        const rules = toRuleSet(rows.map(toRule));
        if (current === loading) loaded = rules;
        return rules;
      });
      current = loading;
      // A failed read must not be cached.
      loading.catch(() => {
        if (current === loading) current = undefined;
      });
      return loading;
    },
  };
}

function toRuleSet(rules: readonly Rule[]): RuleSet {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    ofCalls: rules.filter((rule) => !isOfChannel(rule)),
    ofChannels: rules.filter(isOfChannel),
    find: (id) => byId.get(id),
  };
}

function isOfChannel({ scope }: Rule): boolean {
  return scope === 'channel' || scope === 'channel_key';
}
