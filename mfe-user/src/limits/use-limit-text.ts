import { EACH, type LimitRule } from '@tollgate/contract';
import { type LimitWords, useLimitWords } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';

type Described = Pick<LimitRule, 'scope' | 'scope_id' | 'resource' | 'amount' | 'window' | 'models'> & Named;

interface Named {
  /** The name of whom a rule limits. Without it, the id is shown. */
  readonly target_name?: string;
}

export interface LimitText extends Pick<LimitWords, 'amount' | 'window'> {
  /** Whom it limits. */
  scope(rule: Pick<LimitRule, 'scope' | 'scope_id'> & Named): string;
  /** The whole rule as a sentence. */
  sentence(rule: Described): string;
}

/** Says what a rule means, in the words of the person who reads it. */
export function useLimitText(): LimitText {
  const { t } = useTranslation('area.user');
  const { amount, window } = useLimitWords();
  const text: LimitText = {
    amount,
    window,
    scope({ scope, scope_id, target_name }) {
      if (scope === 'everybody') return t('limits.scope.everybody');
      if (scope_id === EACH) return t(`limits.each.${scope}`);
      return t(`limits.one.${scope}`, { id: target_name || scope_id });
    },
    sentence(rule) {
      const parts = { scope: text.scope(rule), amount: amount(rule, rule.amount) };
      const models =
        rule.models === '' ? '' : t('limits.for-models', { models: rule.models.replaceAll(',', ', ') });
      if (rule.resource === 'concurrent') return t('limits.sentence-running', { ...parts, models });
      return t('limits.sentence', { ...parts, window: window(rule.window), models });
    },
  };
  return text;
}
