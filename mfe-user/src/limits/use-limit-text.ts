import { EACH, type LimitRule, rollingHoursOf } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

type Described = Pick<LimitRule, 'scope' | 'scope_id' | 'resource' | 'amount' | 'window' | 'models'>;

export interface LimitText {
  /** An amount of what the rule counts, such as $1.00 or 5,000 tokens. */
  amount(rule: Pick<LimitRule, 'resource'>, amount: number): string;
  /** Whom it limits. */
  scope(rule: Pick<LimitRule, 'scope' | 'scope_id'>): string;
  window(window: string): string;
  /** The whole rule as a sentence. */
  sentence(rule: Described): string;
}

/** Says what a rule means, in the words of the person who reads it. */
export function useLimitText(): LimitText {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const text: LimitText = {
    amount: ({ resource }, amount) =>
      resource === 'quota'
        ? format.quota(amount)
        : t(`limits.amount.${resource}`, { count: amount, value: format.number(amount) }),
    scope({ scope, scope_id }) {
      if (scope === 'everybody') return t('limits.scope.everybody');
      if (scope_id === EACH) return t(`limits.each.${scope}`);
      return t(`limits.one.${scope}`, { id: scope_id });
    },
    window(window) {
      const hours = rollingHoursOf(window);
      if (hours !== undefined) return t('limits.window.rolling-hours', { count: hours });
      return t(`limits.per.${window}`);
    },
    sentence(rule) {
      const parts = { scope: text.scope(rule), amount: text.amount(rule, rule.amount) };
      const models = rule.models === '' ? '' : t('limits.for-models', { models: rule.models });
      if (rule.resource === 'concurrent') return t('limits.sentence-running', { ...parts, models });
      return t('limits.sentence', { ...parts, window: text.window(rule.window), models });
    },
  };
  return text;
}
