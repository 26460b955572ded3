import { options } from '@tollgate/contract/options';
import { expect, test } from 'vitest';
import en from '../i18n/en.json' with { type: 'json' };
import { MAX_URL } from './describe.ts';
import { operationSections } from './operation-sections.ts';

const fields = operationSections.flatMap((section) => section.fields);

/** The kinds of the contract that a kind of the form can hold. */
const contractKinds = {
  flag: ['flag'],
  url: ['text'],
  number: ['number'],
  integer: ['integer'],
  quota: ['integer'],
  lines: ['lines'],
};

test.each(fields)('the form of $key holds what the server takes', ({ key, kind, min, max }) => {
  const option = options[key];
  expect(contractKinds[kind]).toContain(option.kind);
  const accepts = (text: string) => {
    try {
      option.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  if (kind === 'url')
    expect([accepts('x'.repeat(MAX_URL)), accepts('x'.repeat(MAX_URL + 1))]).toEqual([true, false]);
  if (min !== undefined) expect([accepts(String(min)), accepts(String(min - 1))]).toEqual([true, false]);
  if (max !== undefined) expect([accepts(String(max)), accepts(String(max + 1))]).toEqual([true, false]);
});

test('every option has a label and a hint, and a name without dots', () => {
  const texts: Record<string, { label: string; hint: string }> = en.settings.option;
  for (const { name } of fields)
    expect(texts[name]).toEqual({ label: expect.any(String), hint: expect.any(String) });
  expect(fields.filter(({ name }) => name.includes('.'))).toEqual([]);
  expect(Object.keys(texts)).toHaveLength(fields.length);
});
