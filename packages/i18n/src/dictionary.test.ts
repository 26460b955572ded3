import { expect, test } from 'vitest';
import { createI18n } from './create-i18n.ts';
import { loadErrorTexts } from './error-texts.ts';
import type { Language } from './language.ts';

await loadErrorTexts();

test.each([
  // @spec I055
  ['an invalid parameter', 'invalid_input', 'Check “name”', '“name”'],
  // @spec I056
  ['an invalid token', 'access_token_invalid', "token isn't valid", '无效'],
  // @spec I057
  ['a token that expired', 'token_expired', 'token has expired', '过期'],
  // @spec I058
  ['a quota that is used up', 'token_exhausted', 'no quota left', '额度'],
  // @spec I059
  ['an invalid redemption code', 'redemption_invalid', "redemption code isn't valid", '兑换码'],
  // @spec I060
  ['a redemption code that was used', 'redemption_used', 'redemption code was already used', '兑换码'],
  // @spec I061
  ['too many requests', 'rate_limited', 'Too many requests', '频繁'],
  // @spec I062
  ['a fault of the server', 'internal', 'wrong on the server', '服务器'],
])('%s has a sentence in both languages', (_, code, english, chinese) => {
  expect(sentence('en', code)).toContain(english);
  expect(sentence('zh', code)).toContain(chinese);
});

function sentence(language: Language, code: string): string {
  const { t } = createI18n({ language });
  return t(code, { ns: 'errors', field: 'name', reason: t('other', { ns: 'reasons' }) });
}
