import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOwnGroups, listOwnModels } from '@tollgate/contract';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { plainParameters } from './chat-message.ts';
import { Conversation } from './conversation.ts';
import { type FakeStream, fakeStream } from './fake-stream.testing.ts';
import { lanesOf } from './lanes.ts';
import { MessageList } from './message-list.tsx';
import './playground-page.tsx'; // preloaded: the first test must not wait for it

let stream: FakeStream;
beforeEach(() => {
  answer(listOwnGroups, { default: { desc: 'Default group', ratio: 1 } });
  answer(listOwnModels, ['gpt-4o-mini']);
  stream = fakeStream();
});
afterEach(() => {
  lanesOf(-1); // somebody else
  forgetAnswers();
  vi.unstubAllGlobals();
});

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const open = () => renderArea({ id: 'playground', area, role: 'user', path: '/playground' });
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const lastMessage = () => screen.getAllByRole('listitem').at(-1)!;
const word = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] });
const send = async (text: string) => person.type(await box(), `${text}{Enter}`);

test('the conversation and the draft stay when the page is left, and a running reply goes on', async () => {
  const page = await open();
  await send('Hi');
  await person.type(await box(), 'and then');
  stream.send(word('Half'));
  await waitFor(() => expect(lastMessage().textContent).toContain('Half'));
  page.unmount();
  stream.send(word(' and whole'));
  stream.send('[DONE]');
  await open();
  expect((await box()).value).toBe('and then');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
  expect(lastMessage().textContent).toContain('Half and whole');
});

test('another user of this tab finds no conversation', () => {
  const first = lanesOf(1);
  expect(lanesOf(1)).toBe(first);
  lanesOf(2);
  expect(lanesOf(1)).not.toBe(first);
});

test('an edit keeps the draft, and cancelling it returns draft and focus', async () => {
  await open();
  await send('Helo');
  stream.send(word('What?'));
  stream.send('[DONE]');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
  await person.type(await box(), 'my draft');
  const edit = screen.getByRole('button', { name: 'Edit message' });
  await person.click(edit);
  expect((await box()).value).toBe('Helo');
  expect(document.activeElement).toBe(await box());
  await person.keyboard('{Escape}');
  expect((await box()).value).toBe('my draft');
  expect(document.activeElement).toBe(edit);
});

test('a reply is announced once, when it is complete', async () => {
  await open();
  const status = () => within(screen.getByRole('region', { name: /Chat with/ })).queryByText(/reply is/);
  await send('Hi');
  stream.send(word('Half'));
  await waitFor(() => expect(lastMessage().textContent).toContain('Half'));
  const list = lastMessage().parentElement!;
  expect(list.closest('[aria-live]')).toBeNull();
  expect(list.getAttribute('aria-busy')).toBe('true');
  expect(status()).toBeNull();
  stream.send('[DONE]');
  await waitFor(() => expect(status()?.closest('[role="status"]')).toBeTruthy());
  expect(list.getAttribute('aria-busy')).toBe('false');
});

// @spec E107 E108
test('a final reply never changes, and a cleared conversation stays empty', async () => {
  const conversation = new Conversation();
  const settings = { ...plainSettings, model: 'm' };
  const sent = conversation.send([], settings, String);
  stream.send(word('end'));
  stream.send('[DONE]');
  stream.send(word('more'));
  await sent;
  expect(conversation.get().messages.map(({ content, status }) => [content, status])).toEqual([
    ['end', 'complete'],
  ]);
  stream = fakeStream();
  const cleared = conversation.send([], settings, String);
  conversation.clear();
  await cleared;
  expect(conversation.get().messages).toEqual([]);
});

test('the next question leaves earlier messages as they are', async () => {
  await open();
  await send('Hi');
  stream.send('[DONE]');
  const earlier = (await screen.findByRole('button', { name: 'Edit message' })).closest('li')!;
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
  const changed = vi.fn();
  const changes = new MutationObserver(changed);
  changes.observe(earlier, { subtree: true, childList: true, attributes: true });
  stream = fakeStream();
  await send('And then?');
  const list = screen.getByRole('list', { name: 'Conversation' });
  await waitFor(() => expect(list.getAttribute('aria-busy')).toBe('true'));
  stream.send('[DONE]');
  await waitFor(() => expect(list.getAttribute('aria-busy')).toBe('false'));
  expect(changed).not.toHaveBeenCalled();
  changes.disconnect();
});

test('a reply of many pieces draws its own message, once a frame', async () => {
  const conversation = new Conversation();
  const settings = { ...plainSettings, model: 'm' };
  void conversation.send([{ ...final, id: 'a' }], settings, String);
  const { messages, reply } = conversation.get();
  const commits = vi.fn();
  const copy = () => {};
  await renderArea({
    id: 'playground',
    area,
    path: '/playground',
    children: (
      <Profiler id="list" onRender={commits}>
        <MessageList messages={messages} reply={reply} onCopy={copy} />
      </Profiler>
    ),
  });
  await waitFor(() => expect(lastMessage().dataset.status).toBe('loading'));
  commits.mockClear();
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  for (let piece = 0; piece < 50; piece++) stream.send(word(`${piece} `));
  await waitFor(() => expect(frames).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(commits).not.toHaveBeenCalled();
  act(() => frames[0]?.(0));
  await waitFor(() => expect(lastMessage().textContent).toContain('48 49'));
  expect(frames).toHaveLength(1);
  cleanup();
});

const plainSettings = {
  ...plainParameters,
  ...{ group: '', temperature: 0, maxTokens: 0, systemPrompt: '', extraBody: '' },
};
const final = { role: 'user', content: 'Hi', createAt: 0, status: 'complete' } as const;
