import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  applyPrices,
  listPrices,
  listPriceVersions,
  listUnpriced,
  reviewPrices,
  setPrices,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { bookEntries, reviewed, unpricedModels, versions } from './price-book.fixtures.ts';
import './price-book-page.tsx'; // preloaded: the first test must not wait for it

beforeEach(() => {
  answer(listPrices, bookEntries);
  answer(listUnpriced, unpricedModels);
  answer(listPriceVersions, versions);
  answer(setPrices, undefined);
  answer(reviewPrices, reviewed);
  answer(applyPrices, { applied: 1, refused: [] });
});
afterEach(forgetAnswers);

async function open(role: 'admin' | 'root' = 'root') {
  await renderArea({ id: 'user', area, role, path: '/prices' });
  return userEvent.setup({ pointerEventsCheck: 0 });
}

test('models without a price are listed with the price of their family, and get it with one click', async () => {
  const person = await open();
  const panel = await screen.findByRole('region', { name: '3 models have no price' });
  expect(within(panel).getAllByText(/like claude-sonnet-4-5-20250929: \$3.00 \/ \$15.00/)).toHaveLength(2);
  expect(within(panel).getByText('No similar model')).toBeTruthy();
  await person.click(within(panel).getByRole('button', { name: 'Take 2 proposals' }));
  await waitFor(() =>
    expect(callsOf(setPrices)).toMatchObject([
      {
        prices: [
          { model: 'vendor/claude-sonnet-4.5', price: { input: 3 } },
          { model: 'claude-sonnet-4-5', price: { input: 3 } },
        ],
      },
    ]),
  );
});

test('a model that ends within 30 days is marked', async () => {
  await open('admin');
  expect(await screen.findByText('Ends 2020-01-31')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Update prices' })).toBeNull();
});

test('parts that are left empty show what they cost', async () => {
  const person = await open();
  const panel = await screen.findByRole('region', { name: '3 models have no price' });
  await person.click(within(panel).getAllByRole('button', { name: 'Set price' }).at(-1)!);
  const dialog = await screen.findByRole('dialog', { name: 'Price of mystery-1' });
  await enter(person, within(dialog).getByLabelText(/^Input/), '4');
  const shown = (name: RegExp) => within(dialog).getByLabelText<HTMLInputElement>(name).placeholder;
  await waitFor(() => expect(shown(/^Cache write \(5 min\)/)).toBe('5'));
  expect([shown(/^Output/), shown(/^Cached input/), shown(/^Cache write \(1 h\)/)]).toEqual(['4', '4', '8']);
});

test('answers after free prompts cannot be sold, as their price is a share of it', async () => {
  const person = await open();
  const panel = await screen.findByRole('region', { name: '3 models have no price' });
  await person.click(within(panel).getAllByRole('button', { name: 'Set price' }).at(-1)!);
  const dialog = await screen.findByRole('dialog', { name: 'Price of mystery-1' });
  await enter(person, within(dialog).getByLabelText(/^Input/), '0');
  await enter(person, within(dialog).getByLabelText(/^Output/), '5');
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/Input is free, so everything else is too/)).toBeTruthy();
  expect(callsOf(setPrices)).toEqual([]);
});

test('the history of a price has its cache prices', async () => {
  const person = await open();
  await person.click(await screen.findByText('claude-sonnet-4-5-20250929'));
  const drawer = await screen.findByRole('dialog', { name: /^Price history/ });
  expect((await within(drawer).findAllByText('Cached $0.30 · Cache write (5 min) $3.75')).length).toBe(2);
});

test('a file is compressed before it is compared', async () => {
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Update prices' }));
  const drawer = await screen.findByRole('dialog', { name: 'Update prices' });
  const file = new File(['{"gpt-5":{"input_cost_per_token":0.000001}}'], 'list.json');
  await person.upload(within(drawer).getByLabelText(/Or a file \(JSON, up to 10 MB\)/), file);
  await person.click(await within(drawer).findByRole('checkbox', { name: 'This version of Tollgate' }));
  const compare = within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Compare' });
  await waitFor(() => expect(compare.disabled).toBe(false));
  await person.click(compare);
  // The first bytes of gzip, in base64.
  await waitFor(() =>
    expect(callsOf(reviewPrices)).toEqual([
      { sources: [{ kind: 'upload', name: 'list.json', gzip: expect.stringMatching(/^H4sI/) }] },
    ]),
  );
});

test('only ticked prices of a review are applied, and barred ones cannot be ticked', async () => {
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Update prices' }));
  const drawer = await screen.findByRole('dialog', { name: 'Update prices' });
  await person.click(within(drawer).getByRole('button', { name: 'Compare' }));
  expect(await within(drawer).findByText('Sources differ')).toBeTruthy();
  expect(callsOf(reviewPrices)).toEqual([{ sources: [{ kind: 'shipped' }] }]);
  const pinned = within(drawer).getByRole<HTMLInputElement>('checkbox', { name: /^gpt-5.5/ });
  expect(pinned.disabled).toBe(true);
  await person.click(within(drawer).getByRole('button', { name: 'Select all price cuts' }));
  await person.click(within(drawer).getByRole('button', { name: 'Apply 1 price' }));
  await waitFor(() =>
    expect(callsOf(applyPrices)).toMatchObject([
      { source: 'models.dev', source_date: '2026-11-26', prices: [{ model: 'deepseek-v4-pro' }] },
    ]),
  );
});

test('all parts of a price are raised by a percentage at once', async () => {
  const person = await open();
  const row = await screen.findByRole('row', { name: /claude-sonnet-4-5-20250929/ });
  await person.click(within(row).getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: /^Price of/ });
  await enter(person, within(dialog).getByRole('textbox', { name: 'Change all prices by' }), '20');
  await person.click(within(dialog).getByRole('button', { name: 'Change all' }));
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(callsOf(setPrices)).toMatchObject([
      { prices: [{ price: { input: 3.6, output: 18, cache_read: 0.36, cache_write_hour: null } }] },
    ]),
  );
});
