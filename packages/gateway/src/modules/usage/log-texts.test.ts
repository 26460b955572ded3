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
  ['en', '-10000 units'],
  ['zh', '-10000 点额度'],
] as const)('an amount without a currency keeps its sign (%s)', (language, text) => {
  expect(quotaText(textContext(language, false), -10_000)).toBe(text);
});

function textContext(language: CallContext['language'], DisplayInCurrencyEnabled: boolean): TextContext {
  return {
    language,
    options: { current: { QuotaPerUnit: 500_000, DisplayInCurrencyEnabled } },
  } as TextContext;
}
