import { paidToolNames } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import en from '../i18n/en.json' with { type: 'json' };
import zh from '../i18n/zh.json' with { type: 'json' };

test('each fee of a tool has a name on the page of prices', () => {
  const missing = paidToolNames.filter(
    (tool) => ![en, zh].every(({ pricing }) => Object.hasOwn(pricing.more, tool)),
  );
  expect(missing.map((tool) => `pricing.more.${tool} is missing in mfe-user/src/i18n/{en,zh}.json`)).toEqual(
    [],
  );
});
