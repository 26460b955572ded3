import type { PricingEntry } from '@tollgate/contract';
import { useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { InputNumber, Select } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallSize, chargedPrice, estimate } from './charged-price.ts';
import { BillingType, hasAnswer } from './prices.ts';

type Field = Exclude<keyof CallSize, 'tier'>;

/** What so many requests of one size cost in the viewed group. */
export function Calculator({ entry, groupRatio }: { entry: PricingEntry; groupRatio: number }) {
  const { t } = useTranslation('area.user');
  const { quotaPerUnit } = useQuotaDisplay();
  const price = chargedPrice(entry, groupRatio, quotaPerUnit);
  const [size, setSize] = useState(START);
  const tiers = price.kind === 'tokens' ? Object.keys(entry.tiers ?? {}) : [];
  return (
    <div className="pricing-calculator">
      {fieldsOf(entry).map((field) => (
        <div key={field} className="pricing-calculator-field">
          <span aria-hidden>{t(`pricing.calculator.${field}`)}</span>
          <InputNumber
            aria-label={t(`pricing.calculator.${field}`)}
            min={0}
            value={size[field]}
            onChange={(value) => setSize({ ...size, [field]: value })}
          />
        </div>
      ))}
      {tiers.length > 0 && (
        <div className="pricing-calculator-field">
          <span aria-hidden>{t('pricing.calculator.tier')}</span>
          <Select
            aria-label={t('pricing.calculator.tier')}
            value={size.tier}
            options={[{ value: '', label: t('pricing.calculator.standard') }, ...tiers]}
            onChange={(tier: string) => setSize({ ...size, tier })}
          />
        </div>
      )}
      <Result price={price} size={hasAnswer(entry) ? size : { ...size, output: 0 }} />
    </div>
  );
}

function Result({ price, size }: { price: ReturnType<typeof chargedPrice>; size: CallSize }) {
  const { t } = useTranslation('area.user');
  const { dollars, number } = useFormat();
  const found = estimate(price, size);
  if (!found) return <output>–</output>;
  const { total, each, step } = found;
  return (
    <output>
      <strong className="tg-number">{t('pricing.calculator.cost', { cost: dollars(total) })}</strong>
      <span className="tg-muted tg-number">
        {t('pricing.price.call', { price: dollars(each) })}
        {step && ` · ${t('pricing.calculator.step', { above: number(step.above) })}`}
      </span>
    </output>
  );
}

/** What the price of the model depends on. */
function fieldsOf(entry: PricingEntry): Field[] {
  if (entry.quota_type === BillingType.byCall)
    return entry.unit === 'second' ? ['requests', 'seconds'] : ['requests'];
  return [
    'requests',
    'input',
    ...(entry.cache_ratio === undefined ? [] : (['cached'] as const)),
    ...(entry.cache_write_ratio === undefined ? [] : (['written', 'writtenHour'] as const)),
    ...(hasAnswer(entry) ? (['output'] as const) : []),
  ];
}

const START: CallSize = {
  requests: 10_000,
  input: 1500,
  cached: 0,
  written: 0,
  writtenHour: 0,
  output: 500,
  seconds: 60,
  tier: '',
};
