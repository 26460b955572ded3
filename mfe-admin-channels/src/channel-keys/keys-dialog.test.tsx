import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  addChannelKeys,
  countChannels,
  getChannel,
  getChannelHealth,
  listChannelKeys,
  listChannelModels,
  listChannelTypes,
  listGroups,
  listModelsByType,
  pageChannels,
  removeChannelKeys,
  setChannelKeys,
  updateChannel,
} from '@tollgate/contract';
import { chooseInMenu } from '@tollgate/ui/testing/choose-in-menu';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { ChannelDrawer } from '../channel-drawer/channel-drawer.tsx';
import {
  channelHealth,
  channelKeys,
  counts,
  groups,
  keyring,
  knownModels,
  modelsByType,
  openai,
  pageOf,
  types,
  unreadable,
} from '../channels/channels.fixtures.ts';
import { KeysDialog } from './keys-dialog.tsx';
import '../channels/channels-page.tsx'; // preloaded: the first test must not wait for it

beforeEach(() => {
  answer(pageChannels, pageOf([openai, keyring]));
  answer(countChannels, counts);
  answer(getChannelHealth, channelHealth);
  answer(listChannelTypes, types);
  answer(listGroups, groups);
  answer(listModelsByType, modelsByType);
  answer(listChannelModels, knownModels);
  answer(listChannelKeys, channelKeys);
  answer(setChannelKeys, channelKeys);
  answer(getChannel, keyring);
  answer(updateChannel, keyring);
});
afterEach(forgetAnswers);

const [inUse, byHand, refused] = channelKeys as [
  (typeof channelKeys)[0],
  (typeof channelKeys)[0],
  (typeof channelKeys)[0],
];
const render = (children: React.ReactElement) =>
  renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel', children });
async function open() {
  await render(<KeysDialog channel={keyring} onClose={() => {}} />);
  await screen.findByText(inUse.hint);
  return userEvent.setup({ pointerEventsCheck: 0 });
}
const rowOf = (hint: string) => within(screen.getByText(hint).closest('li')!);
const press = (person: Awaited<ReturnType<typeof open>>, name: string) =>
  person.click(screen.getByRole('button', { name }));

test('each key shows whether it is in use, and otherwise why and since when not', async () => {
  await open();
  expect(screen.getByText('1 of 3 keys enabled')).toBeTruthy();
  expect(rowOf(inUse.hint).getByText('Enabled')).toBeTruthy();
  expect(rowOf(byHand.hint).getByText('Disabled')).toBeTruthy();
  const gone = rowOf(refused.hint);
  expect(gone.getByText('Auto-disabled')).toBeTruthy();
  expect(gone.getByText(/Incorrect API key provided/)).toBeTruthy();
  expect(gone.getByRole('time')).toHaveProperty('dateTime', new Date(refused.since * 1000).toISOString());
});

test('a key is disabled and enabled alone or with all others', async () => {
  const person = await open();
  await press(person, `Disable key ${inUse.hint}`);
  expect(await screen.findByText(`Key ${inUse.hint} disabled`)).toBeTruthy();
  await press(person, `Enable key ${refused.hint}`);
  expect(await screen.findByText(`Key ${refused.hint} enabled`)).toBeTruthy();
  await press(person, 'Enable all');
  expect(await screen.findByText('All keys enabled')).toBeTruthy();
  expect(callsOf(setChannelKeys)).toEqual([
    { id: 13, keys: [inUse.id], status: 2 },
    { id: 13, keys: [refused.id], status: 1 },
    { id: 13, keys: [byHand.id, refused.id], status: 1 },
  ]);
});

test('the error of disabling the last key is shown', async () => {
  answer(setChannelKeys, { code: 'channel_last_key' });
  const person = await open();
  await press(person, `Disable key ${inUse.hint}`);
  expect(await screen.findByText(/At least one key must stay enabled/)).toBeTruthy();
});

test('selected keys are removed together after a confirmation', async () => {
  answer(removeChannelKeys, [inUse]);
  const person = await open();
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  await person.click(screen.getByRole('checkbox', { name: `Select key ${byHand.hint}` }));
  await person.click(screen.getByRole('checkbox', { name: `Select key ${refused.hint}` }));
  expect(screen.getByText('2 keys selected')).toBeTruthy();
  await press(person, 'Remove');
  expect(await screen.findByText('Remove 2 keys?')).toBeTruthy();
  await press(person, 'Cancel');
  expect(callsOf(removeChannelKeys)).toEqual([]);
  await press(person, 'Remove');
  answer(listChannelKeys, [inUse]);
  await person.click(await screen.findByRole('button', { name: 'Remove keys' }));
  expect(await screen.findByText('2 keys removed')).toBeTruthy();
  expect(callsOf(removeChannelKeys)).toEqual([{ id: 13, keys: [byHand.id, refused.id] }]);
  await waitFor(() => expect(screen.queryByText(refused.hint)).toBeNull());
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('an unselected key is kept, and the error of removing the last one is shown', async () => {
  answer(removeChannelKeys, { code: 'channel_last_key' });
  const person = await open();
  await person.click(screen.getByRole('checkbox', { name: `Select key ${inUse.hint}` }));
  await person.click(screen.getByRole('checkbox', { name: `Select key ${byHand.hint}` }));
  await person.click(screen.getByRole('checkbox', { name: `Select key ${byHand.hint}` }));
  await press(person, 'Remove');
  expect(await screen.findByText(`Remove key ${inUse.hint}?`)).toBeTruthy();
  await press(person, 'Remove key');
  expect(await screen.findByText(/At least one key must stay enabled/)).toBeTruthy();
  expect(callsOf(removeChannelKeys)).toEqual([{ id: 13, keys: [inUse.id] }]);
});

test('keys are added one a line, and skipped ones are reported', async () => {
  answer(addChannelKeys, { added: 1, skipped: 1, keys: channelKeys });
  const person = await open();
  await press(person, 'Add keys');
  await press(person, 'Add keys');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter the key.');
  await enter(person, screen.getByLabelText('New keys, one per line'), 'sk-4\nsk-1');
  await press(person, 'Add keys');
  expect(await screen.findByText(/^1 key added, 1 skipped as duplicates/)).toBeTruthy();
  expect(callsOf(addChannelKeys)).toEqual([{ id: 13, key: 'sk-4\nsk-1' }]);
  expect(screen.queryByLabelText('New keys, one per line')).toBeNull();
});

test('duplicate or rejected keys stay in the field with the reason', async () => {
  answer(addChannelKeys, { added: 0, skipped: 1, keys: channelKeys });
  const person = await open();
  await press(person, 'Add keys');
  const field = screen.getByLabelText<HTMLTextAreaElement>('New keys, one per line');
  await enter(person, field, 'sk-1');
  await press(person, 'Add keys');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^All keys are already added/);
  answer(addChannelKeys, { code: 'invalid_input', details: { field: 'key', reason: 'single_key' } });
  await press(person, 'Add keys');
  expect(await screen.findByText(/channels of this type have one key/)).toBeTruthy();
  expect(field.value).toBe('sk-1');
  await press(person, 'Cancel');
  expect(screen.queryByLabelText('New keys, one per line')).toBeNull();
});

test('keys that cannot be loaded show an error and can be requested again', async () => {
  answer(listChannelKeys, { code: 'busy' });
  await render(<KeysDialog channel={keyring} onClose={() => {}} />);
  expect(await screen.findByText("Couldn't load the keys")).toBeTruthy();
  answer(listChannelKeys, channelKeys);
  await userEvent.setup({ pointerEventsCheck: 0 }).click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(inUse.hint)).toBeTruthy();
});

test('a channel that meanwhile has one key shows a notice', async () => {
  answer(listChannelKeys, [inUse]);
  await render(<KeysDialog channel={keyring} onClose={() => {}} />);
  expect(await screen.findByText(/^This channel has one key/)).toBeTruthy();
});

test('the list shows how many of several keys are enabled and opens them', async () => {
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel' });
  const row = within((await screen.findByText(keyring.name)).closest('tr')!);
  expect(row.getByText('1 of 3 keys enabled')).toBeTruthy();
  expect(within(screen.getByText(openai.name).closest('tr')!).queryByText(/keys enabled/)).toBeNull();
  await chooseInMenu(`Actions for ${keyring.name}`, 'Keys…');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(refused.hint)).toBeTruthy();
});

test('the form of a channel with several keys shows them and sets their mode', async () => {
  await render(
    <ChannelDrawer task={{ kind: 'edit', channel: keyring }} onCreated={() => {}} onClose={() => {}} />,
  );
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  await person.click(await screen.findByRole('button', { name: '1 of 3 keys enabled' }));
  expect(await screen.findByText(refused.hint)).toBeTruthy();
  await person.click(screen.getByRole('radio', { name: 'Random' }));
  await press(person, 'Save channel');
  await waitFor(() => expect(callsOf(updateChannel)[0]).toMatchObject({ multi_key_mode: 'random' }));
  expect(callsOf(updateChannel)[0]).not.toHaveProperty('key');
});

test('a key is added to the stored ones unless they are to be replaced', async () => {
  await render(
    <ChannelDrawer task={{ kind: 'edit', channel: keyring }} onCreated={() => {}} onClose={() => {}} />,
  );
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  await enter(person, await screen.findByLabelText('Key'), 'sk-4');
  await press(person, 'Save channel');
  await waitFor(() => expect(callsOf(updateChannel)[0]).toMatchObject({ key: 'sk-4', key_mode: 'append' }));
  await person.click(screen.getByRole('radio', { name: 'Replace existing' }));
  await press(person, 'Save channel');
  await waitFor(() => expect(callsOf(updateChannel)[1]).toMatchObject({ key: 'sk-4', key_mode: 'replace' }));
});

test('the list and the form mark an unreadable key and request a new one', async () => {
  answer(pageChannels, pageOf([openai, unreadable]));
  answer(getChannel, unreadable);
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel' });
  const row = within((await screen.findByText(unreadable.name)).closest('tr')!);
  expect(row.getByText("Key can't be read")).toBeTruthy();
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  await person.click(screen.getByText(unreadable.name));
  expect(await screen.findByText(/^The stored key can't be read/)).toBeTruthy();
  await person.click(screen.getByRole('checkbox', { name: 'Multiple keys, one per line' }));
  await enter(person, await screen.findByLabelText('Key'), 'sk-1\nsk-2');
  await press(person, 'Save channel');
  await waitFor(() => expect(callsOf(updateChannel)[0]).toMatchObject({ key: 'sk-1\nsk-2' }));
  expect(callsOf(updateChannel)[0]).not.toMatchObject({ key_mode: 'append' });
});

test('a list whose keys are all disabled is rejected at the field', async () => {
  answer(updateChannel, { code: 'channel_keys_off' });
  await render(
    <ChannelDrawer task={{ kind: 'edit', channel: keyring }} onCreated={() => {}} onClose={() => {}} />,
  );
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  await enter(person, await screen.findByLabelText('Key'), 'sk-1\nsk-2');
  await press(person, 'Save channel');
  expect(await screen.findByText(/All keys of this channel are disabled/)).toBeTruthy();
});
