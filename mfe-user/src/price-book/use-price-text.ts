import type { ListedPrice } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** The parts of a price that its line does not show. */
const cacheParts = ['cache_read', 'cache_write', 'cache_write_hour'] as const;

/** Returns a price in one line: `$3.00 / $15.00`, or `$0.04 / request`. */
export function usePriceText(): (price: ListedPrice | null) => string {
  const { t } = useTranslation('area.user');
  const dollars = useListDollars();
  return (price) => {
    if (!price) return '–';
    if (price.per_call !== null) return t('pricing.price.call', { price: dollars(price.per_call) });
    if (price.per_second !== null) return t('pricing.price.second', { price: dollars(price.per_second) });
    return `${dollars(price.input)} / ${dollars(price.output)}`;
  };
}

/** Returns what a price says of the cache, as far as it differs from another price: `Cached $0.30 · …`. */
export function useCacheText(): (price: ListedPrice | null, from?: ListedPrice | null) => string {
  const { t } = useTranslation('area.user');
  const dollars = useListDollars();
  return (price, from) =>
    cacheParts
      .filter((part) => price && price[part] !== null && price[part] !== from?.[part])
      .map((part) => t(`price-book.short.${part}`, { price: dollars(price?.[part] ?? null) }))
      .join(' · ');
}

/** Prices of the book are dollars, whatever currency people see. */
export function useListDollars(): (amount: number | null) => string {
  const format = useFormat();
  return (amount) =>
    amount === null
      ? '–'
      : `$${format.number(amount, { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
}
