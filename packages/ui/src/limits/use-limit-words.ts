import { useTranslation } from 'react-i18next';
import { useQuotaDisplay } from '../provider/quota-display.ts';
import { useFormat } from '../provider/use-format.ts';
import type { DescribedLimit } from './types.ts';

type Measured = Pick<DescribedLimit, 'resource' | 'amount'>;

export interface LimitWords {
  /** An amount of what a rule counts, such as $1.00 or 5,000 tokens. */
  amount(rule: Measured, amount: number): string;
  /** The number of an amount without its unit, for "400 of 450 tokens". */
  number(rule: Measured, amount: number): string;
  /** Its span of time, such as "a day". */
  window(window: string): string;
  /** The whole rule: "At most $1.00 a day for gpt-*". */
  rule(rule: DescribedLimit): string;
}

const ROLLING = 'rolling:';
const SMALL_DOLLARS = 0.1;

export function isRolling(window: string): boolean {
  return window.startsWith(ROLLING);
}

/** Describes limit rules in the language of the person who reads them. */
export function useLimitWords(): LimitWords {
  const { t } = useTranslation('common');
  const format = useFormat();
  const { quotaPerUnit, displayInCurrency } = useQuotaDisplay();
  /** With all its decimals under a small budget: "less than a cent" cannot be compared with another number. */
  function money(rule: Measured, amount: number): string {
    const isSmall = displayInCurrency && rule.amount < quotaPerUnit * SMALL_DOLLARS;
    return isSmall ? format.dollars(amount / quotaPerUnit) : format.quota(amount);
  }
  const words: LimitWords = {
    amount: (rule, amount) =>
      rule.resource === 'quota'
        ? money(rule, amount)
        : t(`limit.amount.${rule.resource}`, { count: amount, value: format.number(amount) }),
    number: (rule, amount) => (rule.resource === 'quota' ? money(rule, amount) : format.number(amount)),
    window: (window) =>
      isRolling(window)
        ? t('limit.rolling', { count: Number(window.slice(ROLLING.length)) })
        : t(`limit.per.${window}`),
    rule(rule) {
      const amount = words.amount(rule, rule.amount);
      const models =
        rule.models === '' ? '' : t('limit.models', { models: rule.models.replaceAll(',', ', ') });
      if (rule.resource === 'concurrent') return t('limit.running', { amount, models }).trim();
      return t('limit.rule', { amount, window: words.window(rule.window), models }).trim();
    },
  };
  return words;
}
