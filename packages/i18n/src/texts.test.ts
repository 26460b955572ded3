import { destinationFields, doneCodes, errorStatus } from '@tollgate/contract';
import { expect, test } from 'vitest';
import commonEn from './locales/en/common.json' with { type: 'json' };
import doneEn from './locales/en/done.json' with { type: 'json' };
import errorsEn from './locales/en/errors.json' with { type: 'json' };
import reasonsEn from './locales/en/reasons.json' with { type: 'json' };
import commonZh from './locales/zh/common.json' with { type: 'json' };
import doneZh from './locales/zh/done.json' with { type: 'json' };
import errorsZh from './locales/zh/errors.json' with { type: 'json' };
import reasonsZh from './locales/zh/reasons.json' with { type: 'json' };
import { missingKeys } from './missing-keys.ts';

// @spec I047 I053 I054
test.each([
  ['en', errorsEn, commonEn],
  ['zh', errorsZh, commonZh],
] as const)('%s has a sentence for exactly the error codes', (_, errors, { network }) => {
  const sentences = { ...errors, network };
  const again = destinationFields.map((field) => `channel_key_again_${field}`);
  const rights = ['area', 'right'].flatMap((why) => [`not_allowed_${why}`, `publish_token_wrong_${why}`]);
  const tokens = ['not_allowed_person', 'publish_token_wrong_expired', 'publish_token_wrong_revoked'];
  const variants = [...again, ...rights, ...tokens, 'internal_with_id'];
  expect(Object.keys(sentences).sort()).toEqual([...Object.keys(errorStatus), ...variants].sort());
});

test.each(Object.entries({ en: doneEn, zh: doneZh }))(
  '%s has a sentence for exactly the success codes of the console API',
  (_, sentences) => {
    expect(Object.keys(sentences).sort()).toEqual([...doneCodes].sort());
  },
);

test('both languages use the same details of an error', () => {
  for (const [code, sentence] of Object.entries(errorsEn)) {
    const chinese = errorsZh[code as keyof typeof errorsZh] ?? '';
    expect(placeholders(chinese), code).toEqual(placeholders(sentence));
  }
});

test('every common text and every reason exists in both languages', () => {
  expect(missingKeys(commonEn, commonZh)).toEqual([]);
  expect(missingKeys(reasonsEn, reasonsZh)).toEqual([]);
});

test('a text missing in one language is reported with that language', () => {
  const en = {
    title: 'Keys',
    count_one: '{{count}} key',
    count_other: '{{count}} keys',
    only: { here: 'x' },
  };
  const zh = { title: '密钥', count_other: '{{count}} 个密钥', extra: '多余' };
  expect(missingKeys(en, zh)).toEqual(['zh: only.here', 'en: extra']);
});

function placeholders(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).sort();
}
