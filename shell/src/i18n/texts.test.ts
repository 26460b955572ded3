import { missingKeys } from '@tollgate/i18n';
import { expect, test } from 'vitest';
import overrideEn from '../chrome/override/i18n/en.json' with { type: 'json' };
import overrideZh from '../chrome/override/i18n/zh.json' with { type: 'json' };
import sessionsEn from '../chrome/sessions/i18n/en.json' with { type: 'json' };
import sessionsZh from '../chrome/sessions/i18n/zh.json' with { type: 'json' };
import entryEn from '../pages/entry/i18n/en.json' with { type: 'json' };
import entryZh from '../pages/entry/i18n/zh.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

// @spec A033 A034
test('every text of the shell exists in both languages', () => {
  expect(missingKeys(en, zh)).toEqual([]);
  expect(missingKeys(entryEn, entryZh)).toEqual([]);
  expect(missingKeys(overrideEn, overrideZh)).toEqual([]);
  expect(missingKeys(sessionsEn, sessionsZh)).toEqual([]);
});
