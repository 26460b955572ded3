import type { PricingEntry } from '@tollgate/contract';
import { StatusTag, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useShownPrice } from './model-price.tsx';
import { groupsOf, type PriceList, ratioOf } from './prices.ts';

/** What a model costs in each group that the viewer may use. */
export function GroupPrices({ entry, prices }: { entry: PricingEntry; prices: PriceList }) {
  const { t } = useTranslation('area.user');
  const groups = groupsOf(entry, prices);
  if (entry.unpriced) return <StatusTag tone="warning">{t('pricing.unpriced')}</StatusTag>;
  if (groups.length === 0) return <StatusTag tone="neutral">{t('pricing.unavailable')}</StatusTag>;
  return (
    <table className="pricing-group-prices tg-number">
      <thead>
        <tr>
          <th scope="col">{t('pricing.group')}</th>
          <th scope="col">{t('pricing.field.input')}</th>
          <th scope="col">{t('pricing.field.output')}</th>
          <th scope="col">{t('pricing.field.cached')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupPrice key={group} group={group} entry={entry} ratio={ratioOf(prices, group)} />
        ))}
      </tbody>
    </table>
  );
}

function GroupPrice({ group, entry, ratio }: { group: string; entry: PricingEntry; ratio: number }) {
  const { t } = useTranslation('area.user');
  const { dollars } = useFormat();
  const price = useShownPrice(entry, ratio);
  return (
    <tr>
      <th scope="row">{group}</th>
      {price.kind !== 'tokens' ? (
        <td colSpan={3}>{t(`pricing.price.${price.kind}`, { price: dollars(price.dollars) })}</td>
      ) : (
        [price.prompt, price.completion, price.cached].map((amount, at) => (
          <td key={parts[at]}>{amount === undefined ? '–' : dollars(amount)}</td>
        ))
      )}
    </tr>
  );
}

const parts = ['prompt', 'completion', 'cached'];
