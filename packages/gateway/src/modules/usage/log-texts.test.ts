import { expect, test } from 'vitest';
import type { CallContext } from '../../core/context.ts';
import { quotaText } from './log-texts.ts';

type TextContext = Parameters<typeof quotaText>[0];

test.each([
  ['en', 10_000, '$0.020000'],
  ['en', -10_000, '-$0.020000'],
  ['en', 0, '$0.000000'],
  ['zh', -10_000, '-＄0.020000 额度'],
] as const)('an amount has its sign before the currency (%s, %i)', (language, quota, text) => {
  expect(quotaText(textContext(language, true), quota)).toBe(text);
});

test.each([
  ['en', 'CNY', 7.3, '¥0.146000'],
  ['zh', 'CNY', 7.3, '¥0.146000 额度'],
  ['en', 'EUR', 0.9, '€0.018000'],
  // A rate that is left from another currency does not change dollars.
  ['en', 'USD', 7.3, '$0.020000'],
] as const)('an amount is in the currency of the site (%s, %s)', (language, DisplayCurrency, rate, text) => {
  const { options } = textContext(language, true);
  const current = { ...options.current, DisplayCurrency, DisplayCurrencyRate: rate };
  expect(quotaText({ language, options: { current } } as TextContext, 10_000)).toBe(text);
});

test.each([
  ['en', '-10000 units'],
  ['zh', '-10000 点额度'],
] as const)('an amount without a currency keeps its sign (%s)', (language, text) => {
  expect(quotaText(textContext(language, false), -10_000)).toBe(text);
});

function textContext(language: CallContext['language'], DisplayInCurrencyEnabled: boolean): TextContext {
  return {
    language,
    options: {
      current: {
        ...{ QuotaPerUnit: 500_000, DisplayCurrency: 'USD', DisplayCurrencyRate: 1 },
        DisplayInCurrencyEnabled,
      },
    },
  } as TextContext;
}
