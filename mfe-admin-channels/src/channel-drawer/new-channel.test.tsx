import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  createChannel,
  fetchModels,
  listChannelModels,
  listChannelTypes,
  listGroups,
  listModelsByType,
  pageChannels,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { groups, knownModels, modelsByType, openai, types } from '../channels/channels.fixtures.ts';
import { ChannelDrawer } from './channel-drawer.tsx';

const onCreated = vi.fn();
beforeEach(() => {
  answer(listChannelTypes, types);
  answer(listGroups, groups);
  answer(listModelsByType, modelsByType);
  answer(listChannelModels, knownModels);
  answer(createChannel, undefined);
});
afterEach(() => {
  forgetAnswers();
  onCreated.mockReset();
});

async function open() {
  const children = <ChannelDrawer task={{ kind: 'create' }} onCreated={onCreated} onClose={() => {}} />;
  await renderArea({ id: 'admin-channels', area, role: 'admin', path: '/channel', children });
  await waitFor(() => expect(screen.getByText(/^Add all of .+ \(\d+\)$/)).toBeTruthy());
  return userEvent.setup({ pointerEventsCheck: 0 }); // the drawer is still sliding in
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function chooseType(person: Awaited<ReturnType<typeof open>>, label: string) {
  await person.click(screen.getByRole('combobox', { name: 'Type' }));
  await person.click(await screen.findByRole('option', { name: label }));
}

test('a new channel has the name of its provider until a name is typed', async () => {
  const person = await open();
  await waitFor(() => expect(field('Name').value).toBe('OpenAI'));
  await chooseType(person, 'Anthropic Claude');
  await waitFor(() => expect(field('Name').value).toBe('Anthropic Claude'));
  await enter(person, field('Name'), 'mine');
  await chooseType(person, 'OpenAI');
  expect(field('Name').value).toBe('mine');
});

test('a single new channel is handed to the page, for what comes next', async () => {
  answer(pageChannels, { items: [openai], total: 1, page: 1, page_size: 1 });
  const person = await open();
  await enter(person, field('Name'), openai.name);
  await enter(person, field('Key'), 'sk-1');
  await person.click(screen.getByRole('button', { name: /^Add all of/ }));
  await person.click(screen.getByRole('button', { name: 'Create channel' }));
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(openai));
  expect(callsOf(pageChannels).at(-1)).toMatchObject({ page_size: '1', id_sort: 'true' });
});

test('fetching models warns of an address that ends in /v1, and fetches only when it is meant', async () => {
  answer(fetchModels, ['gpt-9']);
  const person = await open();
  await enter(person, field('Key'), 'sk-1');
  await enter(person, field('Base URL'), 'https://api.example.com/v1');
  await person.click(screen.getByRole('button', { name: 'Fetch from provider' }));
  expect(await screen.findByText('Remove “/v1”?')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Go back and fix' }));
  expect(await screen.findByText('Remove /v1 from the end; the gateway adds it.')).toBeTruthy();
  expect(callsOf(fetchModels)).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Fetch from provider' }));
  await person.click(await screen.findByRole('button', { name: 'Fetch with /v1' }));
  expect(await screen.findByText('1 model added')).toBeTruthy();
  expect(callsOf(fetchModels)).toMatchObject([{ base_url: 'https://api.example.com/v1' }]);
});
