import type { PricingEntry } from '@tollgate/contract';
import { StatusTag, TagList } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { ModelName } from './model-name.tsx';
import { ModelPrice } from './model-price.tsx';
import { BillingType, groupsOf, type PriceList, ratioOf } from './prices.ts';
import { Ratios } from './ratios.tsx';
import { contextText } from './use-pricing-fields.ts';
import type { PricingView } from './use-pricing-view.ts';

export function usePricingColumns(
  prices: PriceList | undefined,
  view: PricingView,
): DataColumn<PricingEntry>[] {
  const { t } = useTranslation('area.user');
  const counting = useCountingColumns(prices, view);
  const ratio = prices ? ratioOf(prices, view.group) : 1;
  const priceColumn = (
    part: 'prompt' | 'completion' | 'cached',
    title: string,
  ): DataColumn<PricingEntry> => ({
    key: part,
    title: t(title),
    numeric: true,
    ...(part !== 'cached' && { mobile: 'fact' as const }),
    render: (entry) => (entry.unpriced ? '–' : <ModelPrice entry={entry} groupRatio={ratio} part={part} />),
  });
  const sizes: DataColumn<PricingEntry>[] = [
    priceColumn('cached', 'pricing.field.cached'),
    {
      key: 'context',
      title: t('pricing.field.context'),
      numeric: true,
      render: ({ context }) => (context === undefined ? '–' : contextText(context)),
    },
  ];
  return [
    {
      key: 'model_name',
      title: t('pricing.field.model'),
      mobile: 'title',
      width: 260,
      render: (entry) => <ModelName entry={entry} />,
    },
    priceColumn('prompt', 'pricing.field.input'),
    priceColumn('completion', 'pricing.field.output'),
    ...(view.showsRatios ? counting : sizes),
    {
      key: 'available',
      title: t('pricing.field.available'),
      width: 128,
      mobile: 'fact',
      render: (entry) => <Availability entry={entry} group={view.group} />,
    },
  ];
}

/** How prices are counted. */
function useCountingColumns(
  prices: PriceList | undefined,
  { group, setGroup }: PricingView,
): DataColumn<PricingEntry>[] {
  const { t } = useTranslation('area.user');
  const ratio = prices ? ratioOf(prices, group) : 1;
  return [
    {
      key: 'quota_type',
      title: t('pricing.field.billing'),
      width: 110,
      render: ({ quota_type }) =>
        t(quota_type === BillingType.byCall ? 'pricing.billing.call' : 'pricing.billing.usage'),
    },
    {
      key: 'enable_groups',
      title: t('pricing.field.groups'),
      render: (entry) =>
        prices && (
          <span className="pricing-groups">
            <TagList items={groupsOf(entry, prices)} max={2} chosen={group} onChoose={setGroup} />
          </span>
        ),
    },
    {
      key: 'ratios',
      title: t('pricing.field.ratios'),
      render: (entry) => (entry.unpriced ? '–' : <Ratios entry={entry} groupRatio={ratio} />),
    },
  ];
}

function Availability({ entry, group }: { entry: PricingEntry; group: string }) {
  const { t } = useTranslation('area.user');
  if (entry.unpriced)
    return (
      <StatusTag tone="warning" hint={t('pricing.unpriced-hint')}>
        {t('pricing.unpriced')}
      </StatusTag>
    );
  if (entry.enable_groups.includes(group))
    return <StatusTag tone="success">{t('pricing.available')}</StatusTag>;
  return (
    <StatusTag tone="neutral" hint={t('pricing.unavailable-hint')}>
      {t('pricing.unavailable')}
    </StatusTag>
  );
}
