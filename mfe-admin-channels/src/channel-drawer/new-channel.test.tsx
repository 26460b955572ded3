import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  createChannel,
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
