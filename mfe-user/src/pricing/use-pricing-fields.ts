import { useFormat } from '@tollgate/ui/core';
import type { FilterField } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { type PriceList, sortOrders, viewableGroups } from './prices.ts';
import type { PricingFilters, PricingView } from './use-pricing-view.ts';

/** The drop-downs above the models: only what the list has is offered. */
export function usePricingFields(
  prices: PriceList | undefined,
  view: PricingView,
): FilterField<PricingFilters>[] {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const all = { value: '', label: t('common:answer.all') };
  const found = (values: string[]) => [...new Set(values.filter(Boolean))].sort();
  const entries = prices?.data ?? [];
  const groups = prices ? viewableGroups(prices, view.own) : [view.own];
  const vendors = found(entries.map(({ vendor }) => vendor));
  const kinds = found(entries.map(({ kind }) => kind));
  const capabilities = found(entries.flatMap((entry) => entry.capabilities));
  return [
    {
      name: 'vendor',
      label: t('pricing.field.vendor'),
      options: [all, ...vendors.map((value) => ({ value, label: value }))],
    },
    {
      name: 'kind',
      label: t('pricing.field.kind'),
      options: [all, ...kinds.map((value) => ({ value, label: t(`pricing.kind.${value}`) }))],
    },
    {
      name: 'can',
      label: t('pricing.field.capability'),
      options: [all, ...capabilities.map((value) => ({ value, label: t(`pricing.can.${value}`) }))],
    },
    {
      name: 'context',
      label: t('pricing.field.context'),
      options: [
        all,
        ...['32000', '128000', '200000', '1000000'].map((value) => ({
          value,
          label: t('pricing.at-least', { size: contextText(Number(value)) }),
        })),
      ],
    },
    {
      name: 'price',
      label: t('pricing.field.price'),
      options: [
        all,
        ...['0', '0.5', '2', '5', '20'].map((value) => ({
          value,
          label:
            value === '0'
              ? t('pricing.free')
              : t('pricing.at-most', { price: format.dollars(Number(value)) }),
        })),
      ],
    },
    {
      name: 'sort',
      label: t('pricing.sort.label'),
      options: sortOrders.map((value) => ({ value, label: t(`pricing.sort.${value || 'name'}`) })),
    },
    {
      name: 'group',
      label: t('pricing.group'),
      options: groups.map((group) => ({ value: group === view.own ? '' : group, label: group })),
    },
  ];
}

/** 1,048,576 tokens are 1M, 131,072 are 128K: the names that vendors use. */
export function contextText(tokens: number): string {
  if (tokens >= 1_000_000) return `${Number((tokens / 1_000_000).toFixed(tokens >= 1_100_000 ? 1 : 0))}M`;
  const unit = tokens % 1000 === 0 ? 1000 : 1024;
  return tokens < 1000 ? String(tokens) : `${Math.round(tokens / unit)}K`;
}
