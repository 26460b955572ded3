import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listEnabledModels, listOptions, saveOption, saveOptions } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../../area.tsx';
import { pricingSection } from '../operation-sections.ts';
import type { OptionChange } from '../options.data.ts';
import { SectionsTab } from '../sections-tab.tsx';
import { rows } from '../settings.fixtures.ts';
import { PricesSection } from './prices-section.tsx';

beforeEach(() => {
  answer(listOptions, rows); // gpt-4o and gpt-4o-mini by ratio, dall-e-3 by request
  answer(listEnabledModels, ['gpt-4o', 'new-1', 'new-2']);
  answer(saveOption, undefined);
  answer(saveOptions, undefined);
});
afterEach(forgetAnswers);

function open(way: string) {
  const children = <SectionsTab sections={[pricingSection]} panels={{ pricing: PricesSection }} />;
  const path = `/setting?tab=operation&prices=${way}`;
  return renderArea({ id: 'admin-settings', area, role: 'root', path, children });
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const rowOf = async (model: string) => (await screen.findByText(model)).closest('tr')!;
const editModel = async (model: string) =>
  fireEvent.click(within(await rowOf(model)).getByRole('button', { name: 'Edit' }));
const dialog = async () => within(await screen.findByRole('dialog'));
const type = async (label: string, value: string) =>
  fireEvent.change((await dialog()).getByLabelText(label), { target: { value } });
const pick = async (label: string) => fireEvent.click((await dialog()).getByLabelText(label));
const apply = async () => fireEvent.click((await dialog()).getByRole('button', { name: 'Apply' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
async function sent(): Promise<Record<string, unknown>> {
  await press('Save prices');
  await screen.findByText('Prices saved');
  const many = callsOf(saveOptions).flatMap(({ options }) => options as { key: string; value: string }[]);
  const all = [...many, ...(callsOf(saveOption) as { key: string; value: string }[])];
  return Object.fromEntries(all.map(({ key, value }) => [key, JSON.parse(value)]));
}

// @spec C079
test('prices have three tabs', async () => {
  await open('visual');
  const nav = await screen.findByRole('navigation', { name: 'Model price settings' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Model ratio settings', 'Price editor', 'Models without a price']);
});

// @spec D169
test('a model has its name, price per call, model ratio and completion ratio', async () => {
  await open('visual');
  const cells = within(await rowOf('gpt-4o')).getAllByRole('cell');
  expect(cells.slice(0, 4).map(({ textContent }) => textContent)).toEqual(['gpt-4o', '–', '1.25', '4']);
  expect(within(await rowOf('dall-e-3')).getByText('0.04')).toBeTruthy();
});

// @spec J106
test('a model without a price is billed by ratio by default', async () => {
  await open('unset');
  fireEvent.click(within(await rowOf('new-1')).getByRole('button', { name: 'Edit' }));
  const perToken = await screen.findByRole<HTMLInputElement>('radio', { name: 'Per token' });
  expect(perToken.checked).toBe(true);
});

// @spec E016 E021
test('ratios replace a price', async () => {
  await open('visual');
  await editModel('dall-e-3');
  await pick('Per token');
  await type('Model ratio', '2.5');
  await type('Output ratio', '3');
  await apply();
  await closed();
  const maps = await sent();
  expect(maps).toEqual({
    ModelPrice: {},
    ModelRatio: { 'dall-e-3': 2.5, 'gpt-4o': 1.25, 'gpt-4o-mini': 0.075 },
    CompletionRatio: { 'dall-e-3': 3, 'gpt-4o': 4 },
  });
});

// @spec E017
test('ratios can be set by the prices of a million tokens', async () => {
  await open('visual');
  await editModel('gpt-4o-mini');
  await pick('Price');
  await type('Input, $ / 1M', '0.4');
  await type('Output, $ / 1M', '1.6');
  await apply();
  await closed();
  expect(await sent()).toEqual({
    ModelRatio: { 'gpt-4o': 1.25, 'gpt-4o-mini': 0.2 },
    CompletionRatio: { 'gpt-4o': 4, 'gpt-4o-mini': 4 },
  });
});

// @spec E018 E019 E020
test('a fixed price per request replaces the ratios', async () => {
  await open('visual');
  await editModel('gpt-4o');
  await pick('Per request');
  expect((await dialog()).queryByLabelText('Model ratio')).toBeNull();
  await type('Price per request', '0.02');
  await apply();
  await closed();
  expect(await sent()).toEqual({
    ModelPrice: { 'dall-e-3': 0.04, 'gpt-4o': 0.02 },
    ModelRatio: { 'gpt-4o-mini': 0.075 },
    CompletionRatio: {},
  });
});

/** A server that holds the prices: refuses a change of texts that it has not, as the gateway does. */
function keepPrices(initial: Record<string, object>, delayMs = 0) {
  const stored = new Map(Object.entries(initial).map(([key, map]) => [key, JSON.stringify(map)]));
  const put = (options: OptionChange[]) => {
    if (options.some(({ key, previous }) => previous !== undefined && previous !== stored.get(key)))
      return { code: 'option_changed' as const };
    for (const { key, value } of options) stored.set(key, value);
    return undefined;
  };
  answer(listOptions, () => rows.map((row) => ({ ...row, value: stored.get(row.key) ?? row.value })));
  answer(saveOptions, ({ options }) => put(options as OptionChange[]), {
    delayMs,
  });
  answer(saveOption, (option) => put([option as unknown as OptionChange]), { delayMs });
  return {
    set: (key: string, map: object) => stored.set(key, JSON.stringify(map)),
    get: (key: string) => JSON.parse(stored.get(key) ?? '{}') as object,
  };
}

async function editRatio(model: string, ratio: string) {
  await editModel(model);
  await type('Model ratio', ratio);
  await apply();
  await closed();
}

test('prices that somebody else saved meanwhile are kept', async () => {
  const server = keepPrices({ ModelRatio: { 'gpt-4o': 1.25, 'gpt-4o-mini': 0.075 } });
  await open('visual');
  await editRatio('gpt-4o-mini', '0.1');
  server.set('ModelRatio', { 'gpt-4o': 77, 'gpt-4o-mini': 0.075 });
  await press('Save prices');
  expect(await screen.findByText('Prices saved')).toBeTruthy();
  expect(server.get('ModelRatio')).toEqual({ 'gpt-4o': 77, 'gpt-4o-mini': 0.1 });
});

test('the price of a model that two people edit is saved after a second confirmation', async () => {
  const server = keepPrices({ ModelRatio: { 'gpt-4o': 1.25, 'gpt-4o-mini': 0.075 } });
  await open('visual');
  await editRatio('gpt-4o', '2');
  server.set('ModelRatio', { 'gpt-4o': 77, 'gpt-4o-mini': 0.075 });
  await press('Save prices');
  expect(await screen.findByText(/Someone else changed the price of gpt-4o after/)).toBeTruthy();
  expect(server.get('ModelRatio')).toMatchObject({ 'gpt-4o': 77 });
  await press('Save prices');
  expect(await screen.findByText('Prices saved')).toBeTruthy();
  expect(server.get('ModelRatio')).toMatchObject({ 'gpt-4o': 2 });
});

test('a price that is edited while others are saved stays unsaved', async () => {
  const server = keepPrices({ ModelRatio: { 'gpt-4o': 1.25, 'gpt-4o-mini': 0.075 } }, 700);
  await open('visual');
  await editRatio('gpt-4o', '2');
  await press('Save prices');
  await editRatio('gpt-4o-mini', '0.5');
  expect(await screen.findByText('Prices saved')).toBeTruthy();
  expect(server.get('ModelRatio')).toEqual({ 'gpt-4o': 2, 'gpt-4o-mini': 0.075 });
  expect(within(await rowOf('gpt-4o-mini')).getByText('0.5')).toBeTruthy();
  expect(screen.getByText('1 model changed')).toBeTruthy();
});

// @spec F053
test('a ratio that is no number is rejected', async () => {
  await open('visual');
  await editModel('gpt-4o');
  await type('Model ratio', 'cheap');
  await apply();
  expect(await (await dialog()).findByText('Enter a number')).toBeTruthy();
});

// @spec F054
test('a token price of 0 is rejected', async () => {
  await open('visual');
  await editModel('gpt-4o');
  await pick('Price');
  await type('Input, $ / 1M', '0');
  await apply();
  expect(await (await dialog()).findByText("Model price can't be 0")).toBeTruthy();
});

// @spec F055
test('a model that has a price cannot be added again', async () => {
  await open('visual');
  await press('Add model');
  await type('Model', 'gpt-4o');
  await type('Model ratio', '1');
  await apply();
  expect(await (await dialog()).findByText('Model name already exists')).toBeTruthy();
});

// @spec H099
test('only enabled models without a price are shown', async () => {
  await open('unset');
  expect(await rowOf('new-1')).toBeTruthy();
  expect(screen.queryByText('gpt-4o')).toBeNull();
});

// @spec I017
test('enabled models that cannot be read show an error', async () => {
  answer(listEnabledModels, { code: 'busy' });
  await open('unset');
  expect(await screen.findByText("Couldn't load the enabled models")).toBeTruthy();
});

// @spec F056
test('filling in several models requires a selection', async () => {
  await open('unset');
  await rowOf('new-1');
  await press('Bulk edit');
  expect(await screen.findByText('Select models first.')).toBeTruthy();
});

async function fillBoth() {
  await open('unset');
  for (const model of ['new-1', 'new-2']) fireEvent.click(within(await rowOf(model)).getByRole('checkbox'));
  await press('Bulk edit');
}

// @spec F057 F058
test.each([
  ['Model ratio', '', 'Enter a value.'],
  ['Model ratio', 'abc', 'Enter a number'],
])('filling in several models rejects the %s “%s”', async (label, value, message) => {
  await fillBoth();
  const field = (await dialog()).getByLabelText(label, { selector: 'input:not([type=radio])' });
  fireEvent.change(field, { target: { value } });
  await apply();
  expect(await (await dialog()).findByText(message)).toBeTruthy();
});

// @spec F059
test('both ratios require both values and are then filled in for all', async () => {
  await fillBoth();
  await pick('Both ratios');
  const value = async (label: string) =>
    (await dialog()).getByLabelText(label, { selector: 'input:not([type=radio])' });
  fireEvent.change(await value('Model ratio'), { target: { value: '2' } });
  await apply();
  expect(await (await dialog()).findByText('Enter both ratios.')).toBeTruthy();
  fireEvent.change(await value('Output ratio'), { target: { value: '5' } });
  await apply();
  await closed();
  expect(await sent()).toMatchObject({
    ModelRatio: { 'new-1': 2, 'new-2': 2 },
    CompletionRatio: { 'new-1': 5, 'new-2': 5 },
  });
});
