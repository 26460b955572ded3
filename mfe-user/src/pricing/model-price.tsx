import type { PricingEntry } from '@tollgate/contract';
import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { priceOf, type ShownPrice } from './prices.ts';

/** What a model costs in a group. */
export function useShownPrice(entry: PricingEntry, groupRatio: number): ShownPrice {
  return priceOf(entry, groupRatio, useQuotaDisplay().quotaPerUnit);
}

/** Formats an amount of dollars with as many decimals as prices need. */
export function useDollars(): (amount: number) => string {
  const format = useFormat();
  return (amount) => `$${format.number(amount, { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
}

interface Props {
  entry: PricingEntry;
  groupRatio: number;
  part: 'prompt' | 'completion' | 'cached';
}

/** Dollars per million tokens of one kind in the viewed group. A price by request is in the first column. */
export function ModelPrice({ entry, groupRatio, part }: Props) {
  const dollars = useDollars();
  const price = useShownPrice(entry, groupRatio);
  if (price.kind === 'call') return part === 'prompt' ? <CallPrice dollars={dollars(price.dollars)} /> : '–';
  const amount = price[part];
  return amount === undefined ? '–' : dollars(amount);
}

function CallPrice({ dollars }: { dollars: string }) {
  const { t } = useTranslation('area.user');
  return t('pricing.price.call', { price: dollars });
}
