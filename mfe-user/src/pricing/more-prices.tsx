import type { PricingEntry } from '@tollgate/contract';
import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { BillingType, hasAnswer } from './prices.ts';

interface Props {
  entry: PricingEntry;
  group: string;
  groupRatio: number;
}

/** What else a model by tokens may cost in the viewed group: cache writes, audio, images, long prompts, tiers, tools. */
export function MorePrices({ entry, group, groupRatio }: Props) {
  const { t } = useTranslation('area.user');
  const rows = useRows(entry, groupRatio);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t('pricing.more.title', { group })}</h2>
      <dl className="pricing-more">
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tg-number">{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function useRows(entry: PricingEntry, groupRatio: number): [name: string, amount: string][] {
  const { t } = useTranslation('area.user');
  const { dollars, number } = useFormat();
  const { quotaPerUnit } = useQuotaDisplay();
  if (entry.quota_type === BillingType.byCall) return [];
  const input = (entry.model_ratio * groupRatio * 1_000_000) / quotaPerUnit;
  const perMillion = (ratio: number) => t('pricing.more.tokens', { price: dollars(tidy(input * ratio)) });
  const rows: [string, string][] = tokenParts.flatMap((part) => {
    const ratio = entry[`${part}_ratio`];
    return ratio === undefined ? [] : [[t(`pricing.more.${part}`), perMillion(ratio)]];
  });
  for (const { above, input: rise, output } of entry.steps ?? []) {
    const name = t('pricing.more.step', { above: number(above) });
    const prices = [dollars(tidy(input * rise)), dollars(tidy(input * entry.completion_ratio * output))];
    rows.push([
      name,
      t('pricing.more.tokens', { price: prices.slice(0, hasAnswer(entry) ? 2 : 1).join(' / ') }),
    ]);
  }
  for (const [tier, factor] of Object.entries(entry.tiers ?? {}))
    rows.push([t('pricing.more.tier', { tier }), `× ${number(factor)}`]);
  for (const [tool, fee] of Object.entries(entry.tools ?? {}))
    rows.push([t(`pricing.more.${tool}`), t('pricing.more.use', { price: dollars(tidy(fee * groupRatio)) })]);
  return rows;
}

const tokenParts = [
  'cache_write',
  'cache_write_hour',
  'audio',
  'audio_output',
  'image',
  'image_output',
] as const;

function tidy(dollars: number): number {
  return Number(dollars.toPrecision(12));
}
