import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOptions, saveOption } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import en from '../i18n/en.json' with { type: 'json' };
import type { FieldKind, OptionField } from './describe.ts';
import { everySection } from './every-section.ts';
import { SectionsTab } from './sections-tab.tsx';
import { unusualRows } from './settings.fixtures.ts';

beforeEach(() => {
  answer(listOptions, unusualRows);
  answer(saveOption, undefined);
});
afterEach(forgetAnswers);

/** The typed and the sent value. */
const samples: Partial<Record<FieldKind, [typed: string, sent: string]>> = {
  url: ['https://example.com/x', 'https://example.com/x'],
  link: ['/logo.png', '/logo.png'],
  text: ['abc', 'abc'],
  long: ['# Hello', '# Hello'],
  secret: ['s3cret', 's3cret'],
  number: ['0.5', '0.5'],
  integer: ['4', '4'],
  quota: ['2', '1000000'],
  lines: ['first\nsecond', 'first\nsecond'],
  json: ['{"a": 2}', '{"a": 2}'],
  'json-list': ['[{"Chat": "https://chat.example.com"}]', '[{"Chat": "https://chat.example.com"}]'],
};

/** What is shown for a stored choice, and another one: as shown, and as sent. */
const choices: Record<string, [string, string, string]> = {
  week: ['Week', 'Day', 'day'],
  RUB: ['Russian ruble (RUB)', 'Euro (EUR)', 'EUR'],
};

const UNITS_PER_DOLLAR = 500_000;

const everyOption = everySection.flatMap(({ id, fields }) =>
  fields.map((field) => ({ key: field.key, id, field })),
);

// @spec D073 D074 D075 D076 D077 D078 D079 D080 D081 D082 D083 D084 D085 D086 D087 D088 D089 D090
// @spec D091 D092 D093 D094 D095 D096 D097 D098 D099 D100 D101 D102 D103 D104 D105 D106 D107 D108
// @spec D109 D110 D111 D112 D113 D114 D115 D116 D117 D118 D119 D120 D121 D122 D123 D124 D125 D126
// @spec D127 D128 D129 D130 D131 D132 D133 D134 D135 D136 D137 D138 D139 D140 D141 D142 D143 D144
// @spec D145 D146
test.each(everyOption)('$key is loaded and can be saved', async ({ key, id, field }) => {
  const children = <SectionsTab sections={[{ id, fields: [field] }]} />;
  await renderArea({ id: 'admin-settings', area, role: 'root', path: '/setting', children });
  const texts: Record<string, { label: string }> = en.settings.option;
  const label = texts[field.name]?.label ?? '';
  const before = unusualRows.find((row) => row.key === key)?.value ?? '';
  const sent = await change(field, label, before);
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  // The server compares what was edited with what is stored by now.
  const previous = field.kind === 'secret' ? {} : { previous: before };
  await waitFor(() => expect(callsOf(saveOption)).toEqual([{ key, value: sent, ...previous }]));
});

/** Returns the text that should be sent. */
async function change(
  { kind, map, min = 0, confirmOff }: OptionField,
  label: string,
  before: string,
): Promise<string> {
  if (kind === 'flag') {
    const toggle = await screen.findByRole('switch', { name: label });
    expect(toggle.getAttribute('aria-checked')).toBe(before);
    fireEvent.click(toggle);
    if (confirmOff && before === 'true')
      fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    const after = String(before !== 'true');
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe(after));
    return after;
  }
  if (kind === 'choice') {
    const select = await screen.findByRole('combobox', { name: label });
    const texts = choices[before];
    if (!texts) throw new Error(`the choice "${before}" has no row in \`choices\` of every-option.test.tsx`);
    const [shown, other, sent] = texts;
    expect(select.textContent).toBe(shown);
    fireEvent.click(select);
    fireEvent.click(await screen.findByRole('option', { name: other }));
    return sent;
  }
  if (map) fireEvent.click(await screen.findByRole('button', { name: 'As JSON' }));
  const field = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
  if (kind === 'list') {
    for (const entry of before.split(',')) expect(screen.getByText(entry)).toBeTruthy();
    fireEvent.change(field, { target: { value: 'example.org' } });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    return `${before},example.org`;
  }
  if (kind === 'number' || kind === 'integer') expect(field.value).toBe(before);
  else if (kind === 'quota') expect(Number(field.value) * UNITS_PER_DOLLAR).toBe(Number(before));
  else if (kind === 'secret') expect(field.placeholder).toMatch(/^•+$/);
  else if (kind !== 'json-list' || !map) expect(field.value).toBe(before);
  const [typed, sent] = kind === 'number' && min >= 1 ? ['7.5', '7.5'] : (samples[kind] ?? ['', '']);
  fireEvent.change(field, { target: { value: typed } });
  return sent;
}
