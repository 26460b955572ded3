import { options } from '@tollgate/contract/options';
import { expect, test } from 'vitest';
import en from '../i18n/en.json' with { type: 'json' };
import { MAX_URL } from './describe.ts';
import { everySection } from './every-section.ts';

const fields = everySection.flatMap((section) => section.fields);

/** The contract kinds that a form kind can hold. */
const contractKinds = {
  flag: ['flag'],
  choice: ['text'],
  text: ['text'],
  long: ['text'],
  link: ['text'],
  list: ['text'],
  secret: ['text'],
  json: ['json'],
  'json-list': ['json'],
  url: ['text'],
  number: ['number'],
  integer: ['integer'],
  quota: ['integer'],
  lines: ['lines'],
};

test.each(fields)('the form of $key accepts what the server accepts', ({ key, kind, min, max, values }) => {
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
  expect(option.secret).toBe(kind === 'secret');
  if (kind === 'choice') expect(values?.every(accepts)).toBe(true);
  if (kind === 'url' || kind === 'link') expect(accepts('x'.repeat(MAX_URL))).toBe(true);
  if (kind === 'text' && max)
    return expect([accepts('x'.repeat(max)), accepts('x'.repeat(max + 1))]).toEqual([true, false]);
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

/** Deprecated settings, which nothing reads. */
const noField = [
  'FileUploadPermission',
  'FileDownloadPermission',
  'ImageUploadPermission',
  'ImageDownloadPermission',
];

test('every option of the gateway has one field, except deprecated ones', () => {
  const keys = fields.map(({ key }) => key);
  expect(keys.toSorted()).toEqual(
    Object.keys(options)
      .filter((key) => !noField.includes(key))
      .toSorted(),
  );
});
