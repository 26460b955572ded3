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
  if (kind === 'text' && max) {
    const lengths = [accepts('x'.repeat(max)), accepts('x'.repeat(max + 1))];
    return expect(lengths, `max of ${key} differs from the length in the contract`).toEqual([true, false]);
  }
  for (const [name, bound, beyond] of [
    ['min', min, -1],
    ['max', max, 1],
  ] as const)
    if (bound !== undefined)
      expect(
        [accepts(String(bound)), accepts(String(bound + beyond))],
        `${name} ${bound} of ${key} differs from the bound in packages/contract/src/options/table.ts`,
      ).toEqual([true, false]);
});

test('every option has a label and a hint, and a name without dots', () => {
  const texts: Record<string, { label: string; hint: string }> = en.settings.option;
  for (const { name } of fields)
    expect(texts[name], `"${name}" has no text under settings.option in i18n/{en,zh}.json`).toEqual({
      label: expect.any(String),
      hint: expect.any(String),
    });
  expect(fields.filter(({ name }) => name.includes('.'))).toEqual([]);
  const names = new Set(fields.map(({ name }) => name));
  expect(Object.keys(texts).filter((name) => !names.has(name))).toEqual([]);
});

test('every unit has a text', () => {
  const missing = fields.filter(({ unit }) => unit && !Object.hasOwn(en.settings.unit, unit));
  expect(
    missing.map(
      ({ key, unit }) => `${key} has the unit ${unit}: add settings.unit.${unit} to i18n/{zh,en}.json`,
    ),
  ).toEqual([]);
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
  const missing = Object.keys(options).filter(
    (key) => !noField.includes(key) && !keys.includes(key as never),
  );
  expect(missing.map((key) => `${key} has no field: add it to a section in settings/*-sections.ts`)).toEqual(
    [],
  );
  expect(keys.filter((key, at) => noField.includes(key) || keys.indexOf(key) !== at)).toEqual([]);
});
