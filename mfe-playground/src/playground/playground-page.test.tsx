import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOwnGroups, listOwnModels } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { type FakeStream, fakeStream } from './fake-stream.testing.ts';
import './playground-page.tsx'; // loaded ahead: the first test must not wait for it

let stream: FakeStream;
beforeEach(() => {
  answer(listOwnGroups, { default: { desc: 'Default group', ratio: 1 }, vip: { desc: 'VIP', ratio: 0.5 } });
  answer(listOwnModels, ['gpt-4o-mini', 'claude-3-5-haiku-20241022']);
  stream = fakeStream();
});
afterEach(() => {
  forgetAnswers();
  vi.unstubAllGlobals();
});

const open = () => renderArea({ id: 'playground', area, role: 'user', path: '/playground' });

async function say(text: string) {
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  await person.type(await screen.findByRole('textbox', { name: 'Message' }), `${text}{Enter}`);
}

const lastMessage = () => screen.getAllByRole('listitem').at(-1)!;

test('C155 a greeting pair opens the conversation', async () => {
  await open();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(within(first!).getByText('Hello')).toBeTruthy();
  expect(within(second!).getByText('Hello, how can I help you today?')).toBeTruthy();
});

test('E102 E103 E104 H206 the reply waits, grows with every delta and is complete at [DONE]', async () => {
  await open();
  await say('Hi');
  expect(lastMessage().dataset.status).toBe('loading');
  stream.send('{"choices":[{"delta":{"content":"Hel"}}]}');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('incomplete'));
  stream.send('{"choices":[{"delta":{"content":"lo there"}}]}');
  await waitFor(() => expect(lastMessage().textContent).toContain('Hello there'));
  stream.send('[DONE]');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
});

test('E105 a stream that closes completes the reply', async () => {
  await open();
  await say('Hi');
  stream.send('{"choices":[{"delta":{"content":"All"}}]}');
  stream.close();
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
});

test('E106 I044 I045 an error in the stream is appended to the reply, which is marked', async () => {
  await open();
  await say('Hi');
  stream.send('{"choices":[{"delta":{"content":"Half"}}]}');
  stream.send('{"error":{"message":"the upstream broke off"}}');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('error'));
  expect(lastMessage().textContent).toContain('Half');
  expect(lastMessage().textContent).toContain('the upstream broke off');
});

test('H201 H202 J108 J109 F110 the first call goes out with the defaults and the user id', async () => {
  await open();
  await say('Hi');
  expect(stream.request.url).toBe('/pg/chat/completions');
  expect(stream.request.headers['new-api-user']).toMatch(/^-?\d+$/);
  expect(stream.request.body).toEqual({
    model: 'gpt-4o-mini',
    group: 'default',
    temperature: 0,
    stream: true,
    messages: [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: 'Hi' },
    ],
  });
});

test('C153 clearing the context brings the greeting back', async () => {
  await open();
  await say('Hi');
  stream.send('[DONE]');
  await userEvent
    .setup({ pointerEventsCheck: 0 })
    .click(screen.getByRole('button', { name: 'Clear context' }));
  expect(await screen.findByText('Hello, how can I help you today?')).toBeTruthy();
});

test('models that cannot be loaded are said to be so, and can be asked for again', async () => {
  answer(listOwnModels, { code: 'busy' });
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
  answer(listOwnModels, ['gpt-4o-mini']);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/The server is busy/)).toBeNull());
});
