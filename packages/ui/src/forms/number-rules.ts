import type { RulesProps } from '@arco-design/web-react';
import { useTranslation } from 'react-i18next';
import { useQuotaDisplay } from '../provider/quota-display.ts';
import { useFormat } from '../provider/use-format.ts';

/** The server's maximum quota, in units. */
const MAX_QUOTA = 9_000_000_000_000_000;

interface Bounds {
  min: number;
  max: number;
  /** Formats an amount for the message. */
  show: (bound: number) => string;
  /** Formats the smallest amount, where one unit is a fraction of what is typed. */
  showUnit?: () => string;
}

/** Refuses text that is no number. First of several rules, so that no other one explains it wrongly. */
export function useReadableRule(): RulesProps {
  const { t } = useTranslation('common');
  return { validator: (value, answer) => answer(Number.isNaN(value) ? t('form.number') : undefined) };
}

/** The rule of a field with an `InputNumber`: a whole number within bounds. Empty fields are left to `required`. */
export function useNumberRule({ min, max }: Pick<Bounds, 'min' | 'max'>): RulesProps {
  const format = useFormat();
  return useBounds({ min, max, show: (bound) => format.number(bound) });
}

/** The rule of a field with a `QuotaInput`. `min` in units, 0 by default. */
export function useQuotaRule({ min = 0 }: { min?: number } = {}): RulesProps {
  const format = useFormat();
  const { quotaPerUnit, displayInCurrency } = useQuotaDisplay();
  const isMoney = displayInCurrency && quotaPerUnit > 0;
  return useBounds({
    ...{ min, max: MAX_QUOTA, show: (bound) => format.quota(bound) },
    ...(isMoney && { showUnit: () => format.dollars(1 / quotaPerUnit, UNIT_DECIMALS) }),
  });
}

/** Lower bound of a `QuotaInput` that allows negative amounts. */
export const LEAST_QUOTA = -MAX_QUOTA;

const UNIT_DECIMALS = 12;

function useBounds({ min, max, show, showUnit }: Bounds): RulesProps {
  const { t } = useTranslation('common');
  return {
    validator(value: number | undefined, answer) {
      if (value === undefined) answer();
      else if (Number.isNaN(value)) answer(t('form.number'));
      else if (value < min || value > max) answer(t('form.range', { min: show(min), max: show(max) }));
      else if (Number.isInteger(value)) answer();
      else answer(showUnit ? t('form.smallest', { amount: showUnit() }) : t('form.whole'));
    },
  };
}
