import type { ListedPrice } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** Returns a price in one line: `$3.00 / $15.00`, or `$0.04 / request`. */
export function usePriceText(): (price: ListedPrice | null) => string {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const dollars = (amount: number | null) =>
    amount === null
      ? '–'
      : `$${format.number(amount, { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
  return (price) => {
    if (!price) return '–';
    if (price.per_call !== null) return t('pricing.price.call', { price: dollars(price.per_call) });
    if (price.per_second !== null) return t('pricing.price.second', { price: dollars(price.per_second) });
    return `${dollars(price.input)} / ${dollars(price.output)}`;
  };
}
