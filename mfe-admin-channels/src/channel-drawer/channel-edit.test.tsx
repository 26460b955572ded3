import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  type Channel,
  getChannel,
  getChannelHealth,
  listChannelModels,
  listChannelTypes,
  listGroups,
  listLimitsOf,
  listModelsByType,
  listOptions,
  testChannel,
  updateChannel,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import {
  channelHealth,
  claude,
  groups,
  knownModels,
  modelsByType,
  openai,
  tripped,
  types,
} from '../channels/channels.fixtures.ts';
import { ChannelDrawer } from './channel-drawer.tsx';

const onClose = vi.fn();
beforeEach(() => {
  answer(listLimitsOf, []);
  answer(getChannelHealth, channelHealth);
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

async function open(channel: Channel, role: 'admin' | 'root' = 'admin') {
  answer(getChannel, channel);
  const children = <ChannelDrawer task={{ kind: 'edit', channel }} onCreated={() => {}} onClose={onClose} />;
  await renderArea({ id: 'admin-channels', area, role, path: '/channel', children });
  await screen.findByText(/^Add all of .+ \(\d+\)$/);
  return userEvent.setup({ pointerEventsCheck: 0 }); // the drawer is still sliding in
}
const FOLDED = 'Mappings, overrides and provider settings';
type Person = Awaited<ReturnType<typeof open>>;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const itemOf = (label: string) =>
  screen.getAllByLabelText(label)[0]!.closest<HTMLElement>('.arco-form-item')!;
const save = (person: Person) => person.click(screen.getByRole('button', { name: 'Save channel' }));

// @spec D187 D192 D193
test('the form edits groups as a list, the JSON fields, and the fields that route and test', async () => {
  const person = await open({ ...claude, group: 'default' });
  await person.click(screen.getByText(FOLDED));
  const cells = { 'Requested model': 'a', 'Provider model': 'b', Parameter: 'top_p', Value: '1' };
  const codes = { 'Provider status': '429', 'Returned status': '500' };
  await person.click(screen.getByRole('button', { name: 'Remove claude-latest' }));
  for (const [head, value] of Object.entries({ ...cells, ...codes }))
    fireEvent.change(field(`${head}, row 1`), { target: { value } });
  const settings = within(field('Proxy').closest<HTMLElement>('.arco-form-item')!);
  await person.click(settings.getByRole('button', { name: 'As JSON' }));
  fireEvent.change(field('Provider settings'), { target: { value: '{"force_format":true}' } });
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

test('settings that the gateway knows are fields, and unknown ones stay', async () => {
  const setting = '{"silence_seconds":300,"theirs":1,"cache_prompts":true}';
  const person = await open({ ...claude, setting });
  await person.click(screen.getByText(FOLDED));
  expect(field('Longest silence').value).toBe('300');
  expect(screen.getByText('Also stored, and ignored: theirs')).toBeTruthy();
  fireEvent.change(field('Proxy'), { target: { value: 'socks5://127.0.0.1:1080' } });
  await person.click(screen.getByRole('switch', { name: 'Cache prompts' }));
  await save(person);
  await waitFor(() => expect(callsOf(updateChannel)).toHaveLength(1));
  const sent = (callsOf(updateChannel)[0] as { setting: string }).setting;
  expect(JSON.parse(sent)).toEqual({ silence_seconds: 300, theirs: 1, proxy: 'socks5://127.0.0.1:1080' });
});

test('a channel that the gateway disabled shows why, and a test shows its result in the form', async () => {
  answer(testChannel, { code: 'channel_upstream_silent' });
  const person = await open(tripped);
  expect(screen.getByText(/^Reason: 401: the key was revoked/)).toBeTruthy();
  expect(await screen.findByText('No response UND_ERR_CONNECT_TIMEOUT')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Test now' }));
  expect(await screen.findByText(/^The provider didn't answer in time/)).toBeTruthy();
  answer(testChannel, { success: true, message: '', time: 0.84 });
  await person.click(screen.getByRole('button', { name: 'Test again' }));
  expect(await screen.findByText('Responded in 840 ms')).toBeTruthy();
  expect(callsOf(testChannel)).toEqual([{ id: '9' }, { id: '9' }]);
});

test('the index of the form leads to its sections', async () => {
  const person = await open(claude);
  const index = within(screen.getByRole('navigation', { name: 'Sections of the form' }));
  const names = index.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['Status', 'Provider', 'Models', 'Routing', 'Advanced', 'Limits']);
  await person.click(index.getByRole('button', { name: 'Routing' }));
  expect(document.activeElement?.querySelector('h2')?.textContent).toBe('Routing');
});

test('the switch that disables a channel says where it is off for the whole site', async () => {
  answer(listOptions, [{ key: 'AutomaticDisableChannelEnabled', value: 'false' }]);
  await open(claude, 'root');
  const item = screen.getByText('Auto-disable on failure').closest<HTMLElement>('.arco-form-item')!;
  await waitFor(() => expect(item.textContent).toContain("Has no effect: the site doesn't disable failing"));
  expect(within(item).getByRole('link', { name: 'Turn it on in the settings' })).toBeTruthy();
});

test('the form says that failover is off, and leads to the option', async () => {
  answer(listOptions, [{ key: 'RetryTimes', value: '0' }]);
  await open(claude, 'root');
  expect(await screen.findByText(/^Failover is off: a failed request isn't tried/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set retries' })).toBeTruthy();
});
