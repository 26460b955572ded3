import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOwnGroups, listOwnModels } from '@tollgate/contract';
import { Profiler, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { makeMessage } from './chat-message.ts';
import { fakeStreams } from './fake-stream.testing.ts';
import { lanesOf } from './lanes.ts';
import { MessageList } from './message-list.tsx';
import { messagesOf } from './stored-history.ts';
import { ReplyBuffer } from './streaming-reply.ts';
import './playground-page.tsx'; // preloaded: the first test must not wait for it

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let streams: ReturnType<typeof fakeStreams>;
beforeEach(() => {
  localStorage.setItem(
    'area.playground.1.settings',
    JSON.stringify({ model: 'small', compare: ['large', 'other'] }),
  );
  answer(listOwnGroups, { default: { desc: 'Default group', ratio: 1 } });
  answer(listOwnModels, ['small', 'large', 'other', 'fourth']);
  streams = fakeStreams();
});
afterEach(() => {
  lanesOf(-1); // somebody else
  localStorage.clear();
  forgetAnswers();
  vi.unstubAllGlobals();
});

const word = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] });
const open = () => renderArea({ id: 'playground', area, role: 'user', path: '/playground' });
const ask = async (text: string) =>
  person.type(await screen.findByRole('textbox', { name: 'Message' }), `${text}{Enter}`);
const lane = (model: string) => within(screen.getByRole('region', { name: model }));

test('a message goes to each chosen model, and each answers in a lane of its own', async () => {
  await open();
  await ask('Hi');
  await waitFor(() => expect(streams.map(({ request }) => request.body)).toHaveLength(3));
  const models = streams.map(({ request }) => (request.body as { model: string }).model);
  expect(models).toEqual(['small', 'large', 'other']);
  streams[0]?.send(word('I am small'));
  streams[0]?.send('[DONE]');
  streams[1]?.send(word('I am large'));
  await waitFor(() => expect(lane('small').getByText('I am small')).toBeTruthy());
  await waitFor(() => expect(lane('large').getByText('I am large')).toBeTruthy());
  expect(lane('other').queryByText(/I am/)).toBeNull();
});

test('stopping ends every reply, and the conversation goes on with the reply of each model', async () => {
  await open();
  await ask('Hi');
  await waitFor(() => expect(streams).toHaveLength(3));
  for (const [place, stream] of streams.entries()) stream.send(word(`answer ${place}`));
  await waitFor(() => expect(lane('other').getByText('answer 2')).toBeTruthy());
  await person.click(screen.getByRole('button', { name: 'Stop' }));
  await ask('And?');
  await waitFor(() => expect(streams).toHaveLength(6));
  const sent = streams.slice(3).map(({ request }) => JSON.stringify(request.body));
  expect(sent.map((body) => /answer \d/.exec(body)?.[0])).toEqual(['answer 0', 'answer 1', 'answer 2']);
});

test('three replies that are written together are drawn with one commit a frame', async () => {
  const buffers = [1, 2, 3].map(() => new ReplyBuffer(makeMessage('assistant', '', 'loading')));
  const commits = vi.fn();
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  render(
    <Profiler id="replies" onRender={commits}>
      {buffers.map((buffer, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Reply key={place} buffer={buffer} />
      ))}
    </Profiler>,
  );
  commits.mockClear();
  for (const buffer of buffers) buffer.add({ content: 'word', reasoning: '' });
  await waitFor(() => expect(frames).toHaveLength(1));
  act(() => frames[0]?.(0));
  expect(screen.getAllByText('word')).toHaveLength(3);
  expect(commits).toHaveBeenCalledTimes(1);
});

test('a model that no longer answers leaves, and the first one stays', async () => {
  await open();
  await ask('Hi');
  await waitFor(() => expect(streams).toHaveLength(3));
  for (const stream of streams) {
    stream.send(word('done'));
    stream.send('[DONE]');
  }
  await waitFor(() => expect(screen.getAllByText('done')).toHaveLength(3));
  act(() => lanesOf(1).resize(1));
  await waitFor(() => expect(screen.getAllByText('done')).toHaveLength(1));
});

function Reply({ buffer }: { buffer: ReplyBuffer }) {
  return <p>{useSyncExternalStore(buffer.subscribe, buffer.get).content}</p>;
}

test('a lane that gets lower stays at the end, and one that the reader scrolled up stays there', async () => {
  const resized: (() => void)[] = [];
  const observed: Element[] = [];
  class Observer {
    constructor(listener: () => void) {
      resized.push(listener);
    }
    observe = (element: Element) => void observed.push(element);
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const messages = [makeMessage('user', 'Hi', 'complete'), makeMessage('assistant', 'Hello', 'complete')];
  const nothing = () => {};
  await renderArea({
    id: 'playground',
    area,
    path: '/playground',
    children: <MessageList messages={messages} onCopy={nothing} />,
  });
  const list = await screen.findByRole('list', { name: 'Conversation' });
  expect(observed).toEqual(expect.arrayContaining([list, ...list.children]));
  const resize = (clientHeight: number, scrollTop: number) => {
    for (const [name, value] of Object.entries({ clientHeight, scrollHeight: 1000 }))
      Object.defineProperty(list, name, { configurable: true, value });
    list.scrollTop = scrollTop;
    fireEvent.scroll(list); // the browser scrolls what no longer fits
    for (const listener of resized) listener();
  };
  resize(685, 315);
  resize(232, 315);
  expect(list.scrollTop).toBe(1000);
  list.scrollTop = 100;
  fireEvent.scroll(list);
  resize(200, 100);
  expect(list.scrollTop).toBe(100);
});

test('a reply in the lane of another model names its model, also in the history', async () => {
  await open();
  await ask('Hi');
  await waitFor(() => expect(streams).toHaveLength(3));
  for (const stream of streams) {
    stream.send(word('done'));
    stream.send('[DONE]');
  }
  await waitFor(() => expect(screen.getAllByText('done')).toHaveLength(3));
  const reply = (model: string) => lane(model).getByText('done').closest('li')!;
  expect(within(reply('large')).queryByText('large')).toBeNull();
  act(() => lanesOf(1).resize(1));
  act(() => lanesOf(1).resize(3));
  await waitFor(() => expect(within(reply('large')).getByText('small')).toBeTruthy());
  expect(within(reply('small')).queryByText('small')).toBeNull();
  const stored = JSON.parse(localStorage.getItem('area.playground.1.history') ?? '[]');
  expect(messagesOf(stored[0]).at(-1)).toMatchObject({ content: 'done', model: 'small' });
});
