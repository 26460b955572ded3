import type { PricingEntry } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { InputNumber } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownPrice } from './model-price.tsx';
import { costOfCalls } from './prices.ts';

const fields = {
  tokens: ['requests', 'input', 'output'],
  call: ['requests'],
  second: ['requests', 'seconds'],
} as const;

/** What so many requests of one size cost in the viewed group. */
export function Calculator({ entry, groupRatio }: { entry: PricingEntry; groupRatio: number }) {
  const { t } = useTranslation('area.user');
  const { dollars } = useFormat();
  const price = useShownPrice(entry, groupRatio);
  const [amounts, setAmounts] = useState({ requests: 10_000, input: 1500, output: 500, seconds: 60 });
  return (
    <div className="pricing-calculator">
      {fields[price.kind].map((field) => (
        <div key={field} className="pricing-calculator-field">
          <span aria-hidden>{t(`pricing.calculator.${field}`)}</span>
          <InputNumber
            aria-label={t(`pricing.calculator.${field}`)}
            min={0}
            value={amounts[field]}
            onChange={(value) => setAmounts({ ...amounts, [field]: value })}
          />
        </div>
      ))}
      <output className="tg-number">
        {t('pricing.calculator.cost', { cost: dollars(costOfCalls(price, amounts)) })}
      </output>
    </div>
  );
}
