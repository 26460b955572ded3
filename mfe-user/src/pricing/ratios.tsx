import type { PricingEntry } from '@tollgate/contract';
import { GroupRatioTag, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { BillingType } from './prices.ts';

/** The numbers behind the price. Completion ratios are quotients: three decimals are enough. */
export function Ratios({ entry, groupRatio }: { entry: PricingEntry; groupRatio: number }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const group = (
    <GroupRatioTag ratio={groupRatio}>{t('pricing.ratio.group', { ratio: groupRatio })}</GroupRatioTag>
  );
  if (entry.quota_type === BillingType.byCall) return group;
  return (
    <span className="pricing-lines">
      <span>{t('pricing.ratio.model', { ratio: format.number(entry.model_ratio, plain) })}</span>
      <span className="tg-muted">
        {t('pricing.ratio.completion', { ratio: format.number(entry.completion_ratio, rounded) })} {group}
      </span>
    </span>
  );
}

const plain = { maximumFractionDigits: 6, useGrouping: false };
const rounded = { maximumFractionDigits: 3, useGrouping: false };
