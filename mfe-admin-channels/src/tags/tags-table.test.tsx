import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  countChannels,
  disableChannelTag,
  editChannelTag,
  enableChannelTag,
  getChannelHealth,
  getChannelTests,
  listChannelTypes,
  listGroups,
  pageChannels,
  pageChannelTags,
} from '@tollgate/contract';
import { chooseInMenu } from '@tollgate/ui/testing/choose-in-menu';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import {
  channelHealth,
  channels,
  counts,
  groups,
  noTests,
  pageOf,
  productionTag,
  spareTag,
  types,
} from '../channels/channels.fixtures.ts';
import '../channels/channels-page.tsx'; // preloaded: the first test must not wait for it

beforeEach(() => {
  answer(pageChannels, pageOf(channels));
  answer(pageChannelTags, pageOf([productionTag, spareTag]));
  answer(listChannelTypes, types);
  answer(listGroups, groups);
  answer(editChannelTag, undefined);
  answer(countChannels, counts);
  answer(getChannelHealth, channelHealth);
  answer(getChannelTests, noTests);
});
afterEach(forgetAnswers);

async function open() {
  const page = await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel' });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'By tag' }));
  await screen.findByText('spare');
  return page;
}
const rowOf = (tag: string) => screen.getByTitle(tag).closest('tr')!;
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save tag' }));
async function edit(tag: string) {
  fireEvent.click(within(rowOf(tag)).getByRole('button', { name: 'Edit' }));
  await screen.findByRole('dialog', { name: `Edit tag “${tag}”` });
}

// @spec C087 D218
test('channels are shown by tag with their shared values, and that choice is stored', async () => {
  const page = await open();
  const row = within(rowOf('production'));
  expect(row.getByText('2 channels')).toBeTruthy();
  expect(row.getByText('Enabled')).toBeTruthy();
  expect(row.getByText('1.6 s')).toBeTruthy();
  expect(row.getByText('$246.91')).toBeTruthy();
  expect(row.getByLabelText<HTMLInputElement>('Priority of production').value).toBe('');
  expect(row.getByLabelText<HTMLInputElement>('Weight of production').value).toBe('10');
  expect(within(rowOf('spare')).getByText('Disabled')).toBeTruthy();
  page.unmount();
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel' });
  expect(await screen.findByTitle('spare')).toBeTruthy();
});

test('a tag with a disabled channel says how many are enabled', async () => {
  const [first, ...rest] = productionTag.channels;
  const partly = { ...productionTag, channels: [{ ...first!, status: 3 }, ...rest] };
  answer(pageChannelTags, pageOf([partly, spareTag]));
  await open();
  expect(within(rowOf('production')).getByText('1 of 2 enabled')).toBeTruthy();
});

test('channels without a tag are a group that cannot be edited as one', async () => {
  answer(pageChannelTags, pageOf([spareTag, { ...productionTag, tag: '' }]));
  await open();
  const row = within(rowOf('Untagged'));
  expect(row.getByText('2 channels')).toBeTruthy();
  expect(row.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('a tag expands into its channels', async () => {
  await open();
  fireEvent.click(within(rowOf('production')).getByRole('button', { name: /: production$/ }));
  const inner = within(await screen.findByRole('region', { name: 'Channels with the tag production' }));
  expect(inner.getByText('OpenAI production')).toBeTruthy();
  expect(inner.getByText('Claude')).toBeTruthy();
});

test('a number of a tag is changed in the list for all its channels', async () => {
  await open();
  const weight = screen.getByLabelText('Weight of production');
  fireEvent.change(weight, { target: { value: '7' } });
  fireEvent.blur(weight);
  await waitFor(() => expect(callsOf(editChannelTag)).toEqual([{ tag: 'production', weight: 7 }]));
});

// @spec E031 H139 H141
test('all channels of a tag are enabled or disabled', async () => {
  answer(enableChannelTag, undefined);
  answer(disableChannelTag, undefined);
  await open();
  await chooseInMenu('Actions for production', 'Disable all');
  await waitFor(() => expect(callsOf(disableChannelTag)).toEqual([{ tag: 'production' }]));
  await chooseInMenu('Actions for spare', 'Enable all');
  await waitFor(() => expect(callsOf(enableChannelTag)).toEqual([{ tag: 'spare' }]));
});

// @spec C091 H137
test('editing a tag sends only changed fields', async () => {
  await open();
  await edit('production');
  await type('Tag', 'live');
  await type('Priority', '5');
  await type('Model mapping', '{"a": "b"}');
  save();
  expect(await screen.findByText('Tag “live” saved')).toBeTruthy();
  expect(callsOf(editChannelTag)).toEqual([
    { tag: 'production', new_tag: 'live', priority: 5, model_mapping: '{"a": "b"}' },
  ]);
});

// @spec E100
test('a tag with an empty name is removed', async () => {
  await open();
  await edit('spare');
  await type('Tag', '');
  save();
  expect(await screen.findByText('Tag “spare” removed')).toBeTruthy();
  expect(callsOf(editChannelTag)).toEqual([{ tag: 'spare', new_tag: '' }]);
});

// @spec F077
test('an unchanged tag shows a hint and sends nothing', async () => {
  await open();
  await edit('spare');
  save();
  expect(await screen.findByText('No changes')).toBeTruthy();
  expect(callsOf(editChannelTag)).toEqual([]);
});

// @spec F076
test('a mapping that is no JSON is rejected', async () => {
  await open();
  await edit('spare');
  await type('Model mapping', 'oops');
  save();
  expect((await screen.findAllByText(/not valid JSON/)).length).toBeGreaterThan(0);
  expect(callsOf(editChannelTag)).toEqual([]);
});
