import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  countChannels,
  deleteChannel,
  getChannel,
  getChannelHealth,
  getChannelTests,
  listChannelModels,
  listChannelTypes,
  listGroups,
  listModelsByType,
  pageChannels,
  updateChannel,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import {
  channelHealth,
  channels,
  counts,
  groups,
  knownModels,
  modelsByType,
  noTests,
  openai,
  pageOf,
  types,
} from './channels.fixtures.ts';
import './channels-page.tsx'; // preloaded: the first test must not wait for it

beforeEach(() => {
  answer(pageChannels, pageOf(channels, 45));
  answer(listChannelTypes, types);
  answer(listGroups, groups);
  answer(listModelsByType, modelsByType);
  answer(listChannelModels, knownModels);
  answer(updateChannel, openai);
  answer(countChannels, counts);
  answer(getChannelHealth, channelHealth);
  answer(getChannelTests, noTests);
});
afterEach(forgetAnswers);

const open = (path = '/channel') => renderArea({ id: 'admin-channels', area, role: 'admin', path });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

/** The menu is still fading in when it is clicked. */
const user = () => userEvent.setup({ pointerEventsCheck: 0 });

async function choose(name: string, action: string) {
  await user().click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  await user().click(await screen.findByRole('menuitem', { name: action }));
}

// @spec C082 D194
test('the page lists channels with their state and usage', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Channels' })).toBeTruthy();
  const names = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
  expect(names.slice(1, 11)).toEqual([
    'ID',
    'Name',
    'Group',
    'Status',
    'Last 24 h',
    'Last error',
    'Spend / balance',
    'Priority',
    'Weight',
    'Last test',
  ]);
  const row = await rowOf('OpenAI production');
  expect(within(row).getByText('$123.46')).toBeTruthy();
  expect(within(row).getByText('$182.40')).toBeTruthy();
  expect(within(await rowOf('Gemini')).getByText('-$0.01')).toBeTruthy();
  expect(within(row).getByText('840 ms').dataset.speed).toBe('fast');
  expect(within(row).getByText('production')).toBeTruthy();
});

test('the list shows how channels served in the last 24 hours, and why they failed last', async () => {
  await open();
  const row = await rowOf('OpenAI production');
  expect(await within(row).findByText('95.2%')).toBeTruthy();
  expect(within(row).getByText('· p50 840 ms')).toBeTruthy();
  expect(within(row).getByTitle('429 rate_limit_exceeded')).toBeTruthy();
  expect(
    within(row).getByRole('img', { name: /^Last 24 hours: \d+ attempts at the provider, 18 failed$/ }),
  ).toBeTruthy();
  expect(screen.getByText('Out of credit (400)').title).toBe('400 upstream_unpaid');
  expect(within(await rowOf('Reseller')).getByTitle('No response UND_ERR_CONNECT_TIMEOUT')).toBeTruthy();
  expect(within(await rowOf('Old account')).getByText('No attempts')).toBeTruthy();
  expect(callsOf(getChannelHealth)).toEqual([{ ids: '12,11,10,9,8', page_size: '100' }]);
});

test('the counts above the list are filters by status', async () => {
  await open();
  const tripped = await screen.findByRole('button', { name: '4 auto-disabled' });
  expect(screen.getByRole('button', { name: '33 on' }).getAttribute('aria-pressed')).toBe('false');
  await user().click(tripped);
  await waitFor(() => expect(callsOf(pageChannels).at(-1)).toMatchObject({ status: '3', p: '1' }));
  expect(tripped.getAttribute('aria-pressed')).toBe('true');
  await user().click(tripped);
  expect(tripped.getAttribute('aria-pressed')).toBe('false');
});

// @spec D197
test('a channel shows the name and the color of its type', async () => {
  await open();
  const row = await rowOf('Claude');
  expect(within(row).getByTitle('Anthropic Claude').firstElementChild?.className).toContain('indigo');
});

// @spec H115 H117 (one page endpoint in place of two: decision 0003)
test('the list applies the filters of the URL', async () => {
  await open('/channel?keyword=prod&model=gpt-4o&group=vip&status=1&type=1&page=2');
  await rowOf('OpenAI production');
  expect(callsOf(pageChannels)[0]).toEqual({
    p: '2',
    page_size: '20',
    keyword: 'prod',
    model: 'gpt-4o',
    group: 'vip',
    status: '1',
    type: '1',
  });
});

// @spec C083 C084 C085
test('the list is filtered by what is typed and chosen', async () => {
  await open();
  await rowOf('OpenAI production');
  const requested = (query: object) =>
    waitFor(() => expect(callsOf(pageChannels).at(-1)).toMatchObject({ p: '1', ...query }));
  await enter(user(), screen.getByRole('searchbox'), 'prod{Enter}');
  await requested({ keyword: 'prod' });
  await enter(user(), screen.getByLabelText('Model'), 'gpt-4o{Enter}');
  await requested({ keyword: 'prod', model: 'gpt-4o' });
  await user().selectOptions(await screen.findByLabelText('Group'), await screen.findByText('svip'));
  await requested({ keyword: 'prod', model: 'gpt-4o', group: 'svip' });
});

// @spec H030
test('the group filter offers the groups of the server', async () => {
  await open();
  await user().selectOptions(await screen.findByLabelText('Group'), await screen.findByText('svip'));
  await waitFor(() => expect(callsOf(pageChannels).at(-1)).toMatchObject({ group: 'svip', p: '1' }));
});

// @spec D278
test('sorting by id is stored', async () => {
  const first = await open();
  await user().click(await screen.findByRole('checkbox', { name: 'Newest first' }));
  await waitFor(() => expect(callsOf(pageChannels).at(-1)).toMatchObject({ id_sort: 'true' }));
  first.unmount();
  await open();
  expect(await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Newest first' })).toHaveProperty(
    'checked',
    true,
  );
});

// @spec C086 D275
test('a hidden column stays hidden', async () => {
  const first = await open();
  await rowOf('Claude');
  await user().click(screen.getByRole('button', { name: 'Choose columns' }));
  await user().click(await screen.findByRole('checkbox', { name: 'Weight' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Weight' })).toBeNull());
  first.unmount();
  await open();
  await rowOf('Claude');
  expect(screen.queryByRole('columnheader', { name: 'Weight' })).toBeNull();
});

// @spec E027 E033
test.each([
  ['Claude', 'Enabled', false],
  ['Old account', 'Disabled', true],
  ['Reseller', 'Auto-disabled', true],
])('the channel “%s” shows %s', async (name, status, isGrey) => {
  await open();
  const row = await rowOf(name);
  expect(within(row).getByText(status)).toBeTruthy();
  expect(row.querySelector('[data-off]') !== null).toBe(isGrey);
});

// @spec E026
test('an auto-disabled channel shows why and when', async () => {
  await open();
  await user().hover(within(await rowOf('Reseller')).getByRole('button', { name: 'Auto-disabled' }));
  expect(await screen.findByText('Reason: 401: the key was revoked')).toBeTruthy();
  expect(screen.getByText(/^Since 2026-/)).toBeTruthy();
});

// @spec E028 E029 H111
test('disabling and enabling change only the status', async () => {
  await open();
  await choose('Claude', 'Disable');
  await waitFor(() => expect(callsOf(updateChannel)).toEqual([{ id: 11, status: 2 }]));
  await choose('Reseller', 'Enable');
  await waitFor(() => expect(callsOf(updateChannel).at(-1)).toEqual({ id: 9, status: 1 }));
});

// @spec F072 H111
test('the priority is changed in the list and not below -999', async () => {
  await open();
  const field = await screen.findByLabelText('Priority of Claude');
  await user().clear(field);
  await user().type(field, '-5000{Enter}');
  await waitFor(() => expect(callsOf(updateChannel)).toEqual([{ id: 11, priority: -999 }]));
});

// @spec F071
test('a priority that is no whole number is not sent', async () => {
  await open();
  const field = await screen.findByLabelText<HTMLInputElement>('Priority of Claude');
  await user().clear(field);
  await user().type(field, '1.5{Enter}');
  expect(await screen.findByText('Priority must be a whole number.')).toBeTruthy();
  expect(field.value).toBe('10');
  expect(callsOf(updateChannel)).toEqual([]);
});

// @spec F073
test('a negative weight becomes 0', async () => {
  await open();
  const field = await screen.findByLabelText('Weight of OpenAI production');
  await user().clear(field);
  await user().type(field, '-3{Enter}');
  await waitFor(() => expect(callsOf(updateChannel)).toEqual([{ id: 12, weight: 0 }]));
});

test('a priority that the server rejects returns to its previous value', async () => {
  answer(updateChannel, { code: 'channel_not_found' });
  await open();
  const field = await screen.findByLabelText<HTMLInputElement>('Priority of Claude');
  await user().clear(field);
  await user().type(field, '7{Enter}');
  expect(await screen.findByText('This channel no longer exists. Reload the list.')).toBeTruthy();
  expect(field.value).toBe('10');
});

// @spec H113
test('deleting names the channel and the consequence and runs after a confirmation', async () => {
  answer(deleteChannel, undefined);
  await open();
  await choose('Claude', 'Delete');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Delete the channel “Claude”?');
  expect(dialog.textContent).toContain('stop working immediately');
  expect(callsOf(deleteChannel)).toEqual([]);
  await user().click(within(dialog).getByRole('button', { name: 'Delete channel' }));
  await waitFor(() => expect(callsOf(deleteChannel)).toEqual([{ id: '11' }]));
});

// @spec C090 H103
test("the edit form shows the server's current data", async () => {
  answer(getChannel, { ...openai, name: 'Renamed meanwhile' });
  await open();
  await user().click(within(await rowOf('OpenAI production')).getByRole('button', { name: 'Edit' }));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Renamed meanwhile'),
  );
  expect(callsOf(getChannel)).toEqual([{ id: '12' }]);
});

// @spec B006
test('a link to a channel opens its form over the list, and closing it stays on the list', async () => {
  answer(getChannel, openai);
  await open('/channel/edit/12');
  expect(await screen.findByRole('dialog', { name: 'Edit “OpenAI production”' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Channels' })).toBeTruthy();
  await user().click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Claude')).toBeTruthy();
});

test('a link to a deleted channel shows an error above the list', async () => {
  answer(getChannel, { code: 'channel_not_found' });
  await open('/channel/edit/404');
  expect(await screen.findByText('This channel no longer exists. Reload the list.')).toBeTruthy();
  expect(await screen.findByText('Claude')).toBeTruthy();
});

// @spec B007
test('a link to a new channel opens the empty form', async () => {
  await open('/channel/add');
  expect(await screen.findByRole('dialog', { name: 'Add channel' })).toBeTruthy();
});

test('a gateway without channels shows a button to add one', async () => {
  answer(pageChannels, pageOf([]));
  await open();
  expect(await screen.findByText('No channels yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Add channel' })).toHaveLength(2);
});

test('a list that cannot be loaded shows the reason and a retry button', async () => {
  answer(pageChannels, { code: 'busy' });
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
  answer(pageChannels, pageOf(channels));
  await user().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Claude')).toBeTruthy();
});

test('a user without access to channels sees a notice', async () => {
  answer(pageChannels, { code: 'not_allowed' });
  await open();
  expect(await screen.findByText("You don't have access to this page")).toBeTruthy();
});
