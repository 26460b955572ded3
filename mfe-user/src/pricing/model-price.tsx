import type { PricingEntry } from '@tollgate/contract';
import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { priceOf } from './prices.ts';

/** Dollars per million tokens, or per call, in the viewed group. */
export function ModelPrice({ entry, groupRatio }: { entry: PricingEntry; groupRatio: number }) {
  const { t } = useTranslation('area.user');
  const { quotaPerUnit } = useQuotaDisplay();
  const format = useFormat();
  const dollars = (value: number) =>
    `$${format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
  const price = priceOf(entry, groupRatio, quotaPerUnit);
  if (price.kind === 'call') return t('pricing.price.call', { price: dollars(price.dollars) });
  return (
    <span className="pricing-lines">
      <span>{t('pricing.price.prompt', { price: dollars(price.prompt) })}</span>
      <span>{t('pricing.price.completion', { price: dollars(price.completion) })}</span>
    </span>
  );
}
