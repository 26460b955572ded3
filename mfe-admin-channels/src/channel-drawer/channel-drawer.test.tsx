import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  createChannel,
  fetchChannelModels,
  fetchModels,
  getChannel,
  getChannelHealth,
  listChannelModels,
  listChannelTypes,
  listGroups,
  listModelsByType,
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
  types,
} from '../channels/channels.fixtures.ts';
import { ChannelDrawer, type DrawerTask } from './channel-drawer.tsx';

const onClose = vi.fn();
const onCreated = vi.fn();
beforeEach(() => {
  answer(getChannelHealth, channelHealth);
  answer(listChannelTypes, types);
  answer(listGroups, groups);
  answer(listModelsByType, modelsByType);
  answer(listChannelModels, knownModels);
  answer(createChannel, undefined);
  answer(updateChannel, openai);
});
afterEach(() => {
  forgetAnswers();
  onClose.mockReset();
  onCreated.mockReset();
});

async function open(task: DrawerTask = { kind: 'create' }) {
  if (task.kind === 'edit') answer(getChannel, task.channel);
  const children = <ChannelDrawer task={task} onCreated={onCreated} onClose={onClose} />;
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel', children });
  await waitFor(() => expect(screen.getByText(/^Add all of .+ \(\d+\)$/)).toBeTruthy());
  return userEvent.setup({ pointerEventsCheck: 0 }); // the drawer is still sliding in
}
const FOLDED = 'Mappings, overrides and provider settings';
type Person = Awaited<ReturnType<typeof open>>;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const itemOf = (label: string) =>
  screen.getAllByLabelText(label)[0]!.closest<HTMLElement>('.arco-form-item')!;
const create = (person: Person) => person.click(button('Create channel'));
const save = (person: Person) => person.click(button('Save channel'));

async function fill(person: Person, name = 'OpenAI') {
  await enter(person, field('Name'), name);
  await enter(person, field('Key'), 'sk-1');
  await person.click(button(/^Add all of/));
}

async function chooseType(person: Person, label: string) {
  await person.click(screen.getByRole('combobox', { name: 'Type' }));
  await person.click(await screen.findByRole('option', { name: label }));
}

// @spec C089 H105 H092 H101 I079
test('name, key and models are enough to create a channel', async () => {
  const person = await open();
  await fill(person);
  await create(person);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await screen.findByText('Channel created')).toBeTruthy();
  expect(callsOf(createChannel)).toEqual([
    {
      type: 1,
      name: 'OpenAI',
      key: 'sk-1',
      other: '',
      group: 'default',
      models: 'gpt-4o,gpt-4o-mini,text-embedding-3-small',
      base_url: '',
      openai_organization: null,
      model_mapping: null,
      status_code_mapping: null,
      param_override: null,
      setting: null,
      tag: null,
      test_model: null,
      priority: 0,
      weight: 0,
      auto_ban: 1,
    },
  ]);
});

// @spec F060 F061
test('name, key and models are required', async () => {
  const person = await open();
  await person.clear(field('Name'));
  await create(person);
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  expect(screen.getByText('Enter the key.')).toBeTruthy();
  expect(screen.getByText('Select at least one model.')).toBeTruthy();
  const models = screen.getByRole('combobox', { name: /^Models/ });
  await waitFor(() => expect(models.getAttribute('aria-invalid')).toBe('true'));
  expect(callsOf(createChannel)).toEqual([]);
});

// @spec D179
test('several keys, one a line, show the number of channels to create', async () => {
  const person = await open();
  await fill(person);
  await person.click(screen.getByRole('checkbox', { name: 'Multiple keys, one per line' }));
  await person.type(field('Key'), '{Enter}sk-2');
  expect(await screen.findByText('Creates 2 channels, one per key')).toBeTruthy();
  await create(person);
  await waitFor(() => expect(callsOf(createChannel)[0]).toMatchObject({ key: 'sk-1\nsk-2' }));
});

// @spec E036
test('a changed type fills in its models', async () => {
  const person = await open();
  await chooseType(person, 'Anthropic Claude');
  expect(await screen.findByText('2 models')).toBeTruthy();
  await chooseType(person, 'Google Gemini');
  expect(await screen.findByText('1 model')).toBeTruthy();
});

test('a changed type keeps models that the user chose', async () => {
  const person = await open();
  await enter(person, field('Custom models'), 'my-model{Enter}');
  await chooseType(person, 'Anthropic Claude');
  expect(await screen.findByText('1 model')).toBeTruthy();
});

test('a type that the gateway cannot serve yet cannot be chosen', async () => {
  const person = await open();
  await person.click(screen.getByRole('combobox', { name: 'Type' }));
  const option = await screen.findByRole('option', { name: 'AI Proxy knowledge base · not available yet' });
  expect(option.className).toContain('disabled');
});

// @spec D182
test('the form shows the fields of its type only', async () => {
  const person = await open();
  expect(screen.getByLabelText('Organization')).toBeTruthy();
  await chooseType(person, 'Azure OpenAI');
  expect(await screen.findByLabelText('API version')).toBeTruthy();
  expect(screen.queryByLabelText('Organization')).toBeNull();
});

// @spec F068 F069
test('typed models are split by commas and existing ones are reported', async () => {
  const person = await open();
  await person.click(button(/^Add all of/));
  await person.click(field('Custom models'));
  await person.paste('gpt-4o, my-model');
  await person.keyboard('{Enter}');
  expect(await screen.findByText('Some models already exist: gpt-4o')).toBeTruthy();
  expect(screen.getByText('4 models')).toBeTruthy();
  expect(callsOf(createChannel)).toEqual([]);
});

// @spec F063
test('an address that ends in /v1 asks for confirmation, and correcting it sends nothing', async () => {
  const person = await open();
  await fill(person);
  await enter(person, field('Base URL'), 'https://api.example.com/v1/');
  await create(person);
  await person.click(await screen.findByRole('button', { name: 'Go back and fix' }));
  expect(await within(itemOf('Base URL')).findByText(/Remove \/v1 from the end/)).toBeTruthy();
  expect(callsOf(createChannel)).toEqual([]);
  await create(person);
  await person.click((await screen.findAllByRole('button', { name: 'Save with /v1' })).at(-1)!);
  await waitFor(() =>
    expect(callsOf(createChannel)[0]).toMatchObject({ base_url: 'https://api.example.com/v1' }),
  );
});

// @spec F062
test('a model mapping that is no JSON is expanded and rejected', async () => {
  const person = await open();
  await fill(person);
  await person.click(screen.getByText(FOLDED));
  await person.click(within(itemOf('Requested model, row 1')).getByRole('button', { name: 'As JSON' }));
  await enter(person, field('Model mapping'), 'oops');
  await person.click(screen.getByText(FOLDED));
  await create(person);
  expect(await screen.findByText(/“Model mapping” must be valid JSON/)).toBeTruthy();
  await waitFor(() => expect(document.querySelector('.arco-collapse-item-active')).toBeTruthy());
  expect(callsOf(createChannel)).toEqual([]);
});

// @spec H110 (only what changed is sent: decision 0072)
test('saving sends what changed, but no key unless one was typed', async () => {
  const person = await open({ kind: 'edit', channel: claude });
  expect(document.title).toContain(claude.name);
  await person.clear(field('Name'));
  await enter(person, field('Name'), 'Claude 2');
  await save(person);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(callsOf(updateChannel)[0]).toEqual({ id: 11, name: 'Claude 2' });
});

// @spec I080
test('saving shows a confirmation', async () => {
  const person = await open({ kind: 'edit', channel: claude });
  await save(person);
  expect(await screen.findByText('“Claude” saved')).toBeTruthy();
});

test('a rejected private host is explained at the address', async () => {
  answer(createChannel, { code: 'channel_host_refused', details: { host: '10.0.0.7:11434' } });
  const person = await open();
  await fill(person);
  await enter(person, field('Base URL'), 'http://10.0.0.7:11434');
  await create(person);
  expect(await within(itemOf('Base URL')).findByText(/10.0.0.7:11434 is on a private network/)).toBeTruthy();
});

// @spec I021
test('a deleted channel shows an error', async () => {
  answer(getChannel, { code: 'channel_not_found' });
  const children = (
    <ChannelDrawer task={{ kind: 'edit', channel: claude }} onCreated={onCreated} onClose={onClose} />
  );
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel', children });
  expect(await screen.findByText('This channel no longer exists. Reload the list.')).toBeTruthy();
});

// @spec E034 E035 E036
test.each([
  ['Midjourney Proxy', 2, 'mj_imagine,mj_upscale'],
  ['Midjourney Proxy Plus', 5, 'mj_imagine,mj_upscale'],
  ['Suno API', 36, 'suno_music,suno_lyrics'],
])('a channel of the type %s is created with its actions and its address', async (label, type, models) => {
  const person = await open();
  await enter(person, field('Name'), 'Studio');
  await chooseType(person, label);
  await within(itemOf('Models')).findByText(models.split(',')[0]!);
  await enter(person, field('Key'), 'sk-1');
  await enter(person, field('Base URL'), 'https://studio.example.com');
  await create(person);
  expect(await screen.findByText('Channel created')).toBeTruthy();
  expect(callsOf(createChannel)).toMatchObject([
    { type, name: 'Studio', key: 'sk-1', models, base_url: 'https://studio.example.com' },
  ]);
});

// @spec J066
test('models whose names start with gpt- or text- are one click away', async () => {
  const person = await open({ kind: 'edit', channel: claude });
  await person.click(button('Add common OpenAI models (3)'));
  expect(await screen.findByText('5 models')).toBeTruthy();
});

// @spec F070
test('fetching models of a new channel requires its key', async () => {
  const person = await open();
  await person.click(button('Fetch from provider'));
  expect(await screen.findByText('Enter the key first.')).toBeTruthy();
});

// @spec H121
test('a new channel fetches models with the typed key', async () => {
  answer(fetchModels, ['gpt-4o', 'gpt-9']);
  const person = await open();
  await fill(person);
  await enter(person, field('Base URL'), 'https://api.example.com');
  await person.click(button('Fetch from provider'));
  expect(await screen.findByText('1 model added')).toBeTruthy();
  expect(callsOf(fetchModels)).toEqual([
    { type: 1, key: 'sk-1', other: '', base_url: 'https://api.example.com' },
  ]);
  expect(screen.getByText('4 models')).toBeTruthy();
});

// @spec H119
test('a stored channel fetches models with its stored key', async () => {
  answer(fetchChannelModels, ['claude-next']);
  const person = await open({ kind: 'edit', channel: claude });
  await person.click(button('Fetch from provider'));
  expect(await screen.findByText('1 model added')).toBeTruthy();
  expect(callsOf(fetchChannelModels)).toEqual([{ id: '11' }]);
});

// @spec I018
test('models that cannot be fetched show the reason', async () => {
  answer(fetchChannelModels, { code: 'channel_upstream_silent' });
  const person = await open({ kind: 'edit', channel: claude });
  await person.click(button('Fetch from provider'));
  expect(await screen.findByText(/^Couldn't fetch the model list: /)).toBeTruthy();
});

// @spec H093
test('the models of the types are requested once per form', async () => {
  await open();
  expect(callsOf(listModelsByType)).toHaveLength(1);
});

test('one channel takes several keys, one a line, used in turn', async () => {
  const person = await open({ kind: 'edit', channel: claude });
  await person.click(screen.getByRole('checkbox', { name: /^Multiple keys/ }));
  await enter(person, field('Key'), 'sk-1\nsk-2');
  await save(person);
  await waitFor(() => expect(callsOf(updateChannel)[0]).toMatchObject({ id: 11, key: 'sk-1\nsk-2' }));
});
