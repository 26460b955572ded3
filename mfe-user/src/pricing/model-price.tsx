import type { PricingEntry } from '@tollgate/contract';
import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { priceOf, type ShownPrice } from './prices.ts';

/** What a model costs in a group. */
export function useShownPrice(entry: PricingEntry, groupRatio: number): ShownPrice {
  return priceOf(entry, groupRatio, useQuotaDisplay().quotaPerUnit);
}

interface Props {
  entry: PricingEntry;
  groupRatio: number;
  part: 'prompt' | 'completion' | 'cached';
}

/**
 * The price per million tokens of one kind in the viewed group. A price by request or by second is in the first column.
 */
export function ModelPrice({ entry, groupRatio, part }: Props) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const price = useShownPrice(entry, groupRatio);
  if (price.kind !== 'tokens')
    return part === 'prompt'
      ? t(`pricing.price.${price.kind}`, { price: format.dollars(price.dollars) })
      : '–';
  const amount = price[part];
  return amount === undefined ? '–' : format.dollars(amount);
}
