import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  listChannelCosts,
  listChannelTypes,
  listGroups,
  pageChannels,
  saveChannelCosts,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { groups, openai, pageOf, types } from '../channels/channels.fixtures.ts';
import { channelCosts } from './channel-costs.fixtures.ts';
import { toCost, toRule } from './cost-rules.ts';
import { CostsDrawer } from './costs-drawer.tsx';

beforeEach(() => {
  answer(pageChannels, pageOf([openai]));
  answer(listChannelTypes, types);
  answer(listGroups, groups);
  answer(saveChannelCosts, []);
});
afterEach(forgetAnswers);

async function openCosts() {
  const children = <CostsDrawer channel={openai} onClose={() => {}} />;
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel', children });
  return screen.findByRole('dialog', { name: `Costs of “${openai.name}”` });
}

test.each(channelCosts)('the form keeps every price for $models', (cost) => {
  expect(toCost(toRule(cost))).toEqual(cost);
});

test('a discount on all models is saved as a share of the price', async () => {
  answer(listChannelCosts, []);
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  const drawer = await openCosts();
  await person.click(within(drawer).getByRole('button', { name: 'Add cost' }));
  await person.click(within(drawer).getByRole('button', { name: 'Save costs' }));
  expect(await within(drawer).findByText('Enter the cost of “*”.')).toBeTruthy();
  expect(callsOf(saveChannelCosts)).toEqual([]);

  await person.type(within(drawer).getByRole('textbox', { name: 'Percent of the price' }), '72.5');
  await person.click(within(drawer).getByRole('button', { name: 'Save costs' }));
  await waitFor(() =>
    expect(callsOf(saveChannelCosts)).toMatchObject([
      { id: openai.id, costs: [{ models: '*', factor: 0.725, input: null, per_call: null }] },
    ]),
  );
});

test('only the cost that is wrong is marked, and models have one cost', async () => {
  answer(listChannelCosts, channelCosts.filter(({ models }) => models === '*').slice(0, 1));
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  const drawer = await openCosts();
  await person.click(within(drawer).getByRole('button', { name: 'Add cost' }));
  const [first, second] = within(drawer).getAllByRole('textbox', { name: /^Models at the provider/ });
  expect((second as HTMLInputElement).value).toBe('');
  await person.click(within(drawer).getByRole('button', { name: 'Save costs' }));
  expect(await within(drawer).findByText('Enter the cost of “?”.')).toBeTruthy();
  expect([first, second].map((field) => field?.getAttribute('aria-invalid'))).toEqual([null, 'true']);

  await person.type(second as HTMLElement, '*');
  await person.click(within(drawer).getByRole('button', { name: 'Save costs' }));
  expect(await within(drawer).findAllByText('“*” has another cost. Remove one of them.')).toHaveLength(2);
  expect(callsOf(saveChannelCosts)).toEqual([]);
});
