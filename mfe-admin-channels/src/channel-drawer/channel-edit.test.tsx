import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  type Channel,
  getChannel,
  listChannelModels,
  listChannelTypes,
  listGroups,
  listLimitsOf,
  listModelsByType,
  updateChannel,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { claude, groups, knownModels, modelsByType, openai, types } from '../channels/channels.fixtures.ts';
import { ChannelDrawer } from './channel-drawer.tsx';

const onClose = vi.fn();
beforeEach(() => {
  answer(listLimitsOf, []);
  answer(listChannelTypes, types);
  answer(listGroups, groups);
  answer(listModelsByType, modelsByType);
  answer(listChannelModels, knownModels);
  answer(updateChannel, openai);
});
afterEach(() => {
  forgetAnswers();
  onClose.mockReset();
});

async function open(channel: Channel) {
  answer(getChannel, channel);
  const children = <ChannelDrawer task={{ kind: 'edit', channel }} onCreated={() => {}} onClose={onClose} />;
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel', children });
  await screen.findByText(/^Add all of .+ \(\d+\)$/);
  return userEvent.setup({ pointerEventsCheck: 0 }); // the drawer is still sliding in
}
type Person = Awaited<ReturnType<typeof open>>;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const itemOf = (label: string) =>
  screen.getAllByLabelText(label)[0]!.closest<HTMLElement>('.arco-form-item')!;
const save = (person: Person) => person.click(screen.getByRole('button', { name: 'Save channel' }));

// @spec D187 D192 D193
test('the form edits groups as a list, the JSON fields, and the fields that route and test', async () => {
  const person = await open({ ...claude, group: 'default' });
  await person.click(screen.getByText('Advanced'));
  const json = { 'Model mapping': '{"a":"b"}', 'Status code mapping': '{"429":"500"}' };
  const more = { 'Parameter override': '{"top_p":1}', 'Extra settings': '{"force_format":true}' };
  for (const [label, value] of Object.entries({ ...json, ...more }))
    fireEvent.change(field(label), { target: { value } });
  const plain = { Priority: '7', Weight: '3', Tag: 'blue', 'Test model': 'claude-3' };
  for (const [label, value] of Object.entries(plain)) fireEvent.change(field(label), { target: { value } });
  await person.click(screen.getByRole('switch', { name: 'Auto-disable on failure' }));
  const input = itemOf('Groups').querySelector('input')!;
  fireEvent.change(input, { target: { value: 'vip' } });
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
  await within(itemOf('Groups')).findByText('vip');
  await save(person);
  await waitFor(() => expect(callsOf(updateChannel)).toHaveLength(1));
  expect(callsOf(updateChannel)[0]).toEqual({
    id: 11,
    group: 'default,vip',
    model_mapping: '{"a":"b"}',
    status_code_mapping: '{"429":"500"}',
    param_override: '{"top_p":1}',
    setting: '{"force_format":true}',
    priority: 7,
    weight: 3,
    tag: 'blue',
    test_model: 'claude-3',
    auto_ban: claude.auto_ban === 0 ? 1 : 0,
  });
});

test.each([
  ['base_url', /^The base URL changed/],
  ['type', /^The type changed/],
  ['other', /^The region, version or account changed/],
  ['openai_organization', /^The organization changed/],
  ['setting', /^The proxy in the extra settings changed/],
])('the key field names the changed %s that requires the key', async (changed, sentence) => {
  answer(updateChannel, { code: 'channel_key_again', details: { id: 11, changed } });
  const person = await open(claude);
  await save(person);
  expect(await within(itemOf('Key')).findByText(sentence)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

test('the key field offers to keep the stored key until the server requires it', async () => {
  answer(updateChannel, { code: 'channel_key_again', details: { id: 11, changed: 'base_url' } });
  const person = await open(claude);
  expect(within(itemOf('Key')).getByText('Leave blank to keep the current value.')).toBeTruthy();
  await enter(person, field('Base URL'), 'https://elsewhere.example.com');
  await save(person);
  await within(itemOf('Key')).findByText(/^The base URL changed/);
  expect(within(itemOf('Key')).queryByText('Leave blank to keep the current value.')).toBeNull();
});

test('a channel that a file declares shows where, and cannot be saved', async () => {
  await open({ ...claude, declared: '/etc/tollgate/tollgate.yaml:12' });
  const note = `“${claude.name}” is declared in /etc/tollgate/tollgate.yaml:12. Change it there and run tollgate apply.`;
  expect(screen.getByText(note)).toBeTruthy();
  expect(field('Name').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save channel' })).toBeNull();
});
