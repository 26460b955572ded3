import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getStatus, type LogEntry, listOwnGroups, listOwnLogs, listOwnModels } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { type FakeStream, fakeStream } from './fake-stream.testing.ts';
import { lanesOf } from './lanes.ts';
import { speedOf } from './reply-facts.ts';
import './playground-page.tsx'; // preloaded: the first test must not wait for it

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let stream: FakeStream;
beforeEach(() => {
  answer(listOwnGroups, { default: { desc: 'Default group', ratio: 1 } });
  answer(listOwnModels, ['gpt-4o-mini', 'gpt-4o']);
  stream = fakeStream({ 'x-oneapi-request-id': 'request-1' });
});
afterEach(() => {
  lanesOf(-1); // somebody else
  localStorage.clear();
  forgetAnswers();
  vi.unstubAllGlobals();
});

const open = () => renderArea({ id: 'playground', area, role: 'user', path: '/playground' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
async function chat(question: string, reply: string) {
  await person.type(await screen.findByRole('textbox', { name: 'Message' }), `${question}{Enter}`);
  stream.send(JSON.stringify({ choices: [{ delta: { content: reply } }] }));
  stream.send('[DONE]');
  await waitFor(() => expect(screen.getAllByRole('listitem').at(-1)?.dataset.status).toBe('complete'));
}

test('under a reply are its times, and its tokens and cost as the usage log has them', async () => {
  const row = { request_id: 'request-1', prompt_tokens: 1200, completion_tokens: 80, quota: 1050 };
  answer(listOwnLogs, {
    ...{ page: 1, page_size: 20, total: 2, next_cursor: null },
    items: [{ ...row, request_id: 'request-0', quota: 9 }, { ...row }] as unknown as LogEntry[],
  } as never);
  await open();
  await chat('Hi', 'Hello there');
  const reply = within(screen.getAllByRole('listitem').at(-1)!);
  expect(reply.getByText(/^First token/)).toBeTruthy();
  expect(reply.getByText(/^Total/)).toBeTruthy();
  expect(await reply.findByText('1,200 in, 80 out')).toBeTruthy();
  expect(reply.getByText('$0.002100')).toBeTruthy();
});

test('the speed counts from the first word, and is left out where it says nothing', () => {
  const charge = { inputTokens: 1, outputTokens: 90, quota: 1 };
  expect(speedOf({ model: 'm', firstMs: 500, totalMs: 2000, charge })).toBe(60);
  expect(speedOf({ model: 'm', firstMs: 500, totalMs: 501, charge })).toBeUndefined();
  expect(speedOf({ model: 'm', firstMs: 500, totalMs: 2000 })).toBeUndefined();
});

test('a conversation is in the history after its reply, opens again after a reload and can be deleted', async () => {
  const page = await open();
  await chat('What is a toll gate?', 'A gate that costs.');
  page.unmount();
  lanesOf(-1); // another page load
  await open();
  await person.click(await button('History'));
  await person.click(await button(/^What is a toll gate\?/));
  expect(await screen.findByText('A gate that costs.')).toBeTruthy();
  await person.click(await button('History'));
  await person.click(await button('Delete chat: What is a toll gate?'));
  expect(await screen.findByText('No chats yet')).toBeTruthy();
});

test('settings are saved as a preset, chosen again and deleted', async () => {
  await open();
  const prompt = () => screen.findByLabelText<HTMLTextAreaElement>('System prompt');
  await person.clear(await prompt());
  await person.type(await prompt(), 'Be brief.');
  await person.click(await button('Save as preset'));
  await person.type(await screen.findByRole('textbox', { name: 'Preset name' }), 'Short{Enter}');
  await person.click(await button('Reset'));
  expect((await prompt()).value).toBe('You are a helpful assistant.');
  await person.click(screen.getByRole('combobox', { name: 'Preset' }));
  await person.click(await screen.findByRole('option', { name: 'Short' }));
  expect((await prompt()).value).toBe('Be brief.');
  await person.click(await button('Delete preset Short'));
  expect(await button('Save as preset')).toBeTruthy();
});

test('the code of the chat has its settings and messages', async () => {
  answer(getStatus, { server_address: 'https://gate.example' } as never);
  await open();
  await chat('Hi', 'Hello there');
  await person.click(await button('Get code'));
  const drawer = await screen.findByRole('dialog', { name: 'Code for this chat' });
  await waitFor(() => expect(drawer.textContent).toContain('https://gate.example/v1/chat/completions'));
  expect(drawer.textContent).toContain('"content": "Hello there"');
  expect(drawer.textContent).toContain('"temperature": 0');
  expect(drawer.textContent).not.toContain('"group"');
});
