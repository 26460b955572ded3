import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOwnGroups, listOwnModels } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { type FakeStream, fakeStream } from './fake-stream.testing.ts';
import { lanesOf } from './lanes.ts';
import './playground-page.tsx'; // preloaded: the first test must not wait for it

let stream: FakeStream;
beforeEach(() => {
  answer(listOwnGroups, { default: { desc: 'Default group', ratio: 1 }, vip: { desc: 'VIP', ratio: 0.5 } });
  answer(listOwnModels, ['gpt-4o-mini', 'claude-3-5-haiku-20241022']);
  stream = fakeStream();
});
afterEach(() => {
  lanesOf(-1); // somebody else
  forgetAnswers();
  vi.unstubAllGlobals();
});

const open = () => renderArea({ id: 'playground', area, role: 'user', path: '/playground' });

async function sendMessage(text: string) {
  const person = userEvent.setup({ pointerEventsCheck: 0 });
  await person.type(await screen.findByRole('textbox', { name: 'Message' }), `${text}{Enter}`);
}

const lastMessage = () => screen.getAllByRole('listitem').at(-1)!;

// @spec C155
test('four examples open the conversation, and one of them goes into the box without being sent', async () => {
  await open();
  expect(await screen.findAllByRole('listitem')).toHaveLength(4);
  await person.click(screen.getByRole('button', { name: /^Write code/ }));
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect(box.value).toMatch(/^Write a TypeScript function/);
  expect(document.activeElement).toBe(box);
  expect(stream.request.url).toBe('');
  await person.keyboard('{Enter}');
  await waitFor(() => expect(sentMessages().at(-1)?.content).toMatch(/^Write a TypeScript function/));
});

// @spec E102 D257 E103 E104 H206
test('the reply waits, grows with every delta and is complete at [DONE]', async () => {
  await open();
  await sendMessage('Hi');
  expect(lastMessage().dataset.status).toBe('loading');
  stream.send('{"choices":[{"delta":{"content":"Hel"}}]}');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('incomplete'));
  stream.send('{"choices":[{"delta":{"content":"lo there"}}]}');
  await waitFor(() => expect(lastMessage().textContent).toContain('Hello there'));
  stream.send('[DONE]');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
});

// @spec E105
test('a closed stream completes the reply', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('{"choices":[{"delta":{"content":"All"}}]}');
  stream.close();
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
});

// @spec E106 D257 I044 I045
test('an error in the stream is appended to the reply and marks it', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('{"choices":[{"delta":{"content":"Half"}}]}');
  stream.send('{"error":{"message":"the upstream broke off"}}');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('error'));
  expect(lastMessage().textContent).toContain('Half');
  expect(lastMessage().textContent).toContain('the upstream broke off');
});

// @spec H201 H202 J108 J109 F110
test('the first call sends the defaults and the user id', async () => {
  await open();
  await sendMessage('Hi');
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

// @spec C153
test('clearing the context restores the examples', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('[DONE]');
  await userEvent.setup({ pointerEventsCheck: 0 }).click(screen.getByRole('button', { name: 'Clear chat' }));
  expect(await screen.findByRole('heading', { name: 'Try one of these' })).toBeTruthy();
});

test('models that cannot be loaded show an error and can be requested again', async () => {
  answer(listOwnModels, { code: 'busy' });
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
  answer(listOwnModels, ['gpt-4o-mini']);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/The server is busy/)).toBeNull());
});

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const button = (name: string) => screen.findByRole('button', { name });
const sentMessages = () =>
  (stream.request.body as { messages: { role: string; content: unknown }[] }).messages;

// @spec A019 C148 C147 D260 H033 H036
test('the panel offers every model with a search, and every group with its ratio', async () => {
  await open();
  expect(callsOf(listOwnModels)).toHaveLength(1);
  expect(callsOf(listOwnGroups)).toHaveLength(1);
  await person.click(await screen.findByRole('combobox', { name: 'Group' }));
  expect(await screen.findByText('vip · VIP · ratio 0.5')).toBeTruthy();
  const models = screen.getByRole('combobox', { name: 'Model' });
  await person.click(models);
  await person.type(models.querySelector('input') ?? models, 'haiku');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'gpt-4o-mini' })).toBeNull());
  const found = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(found).toContain('claude-3-5-haiku-20241022');
});

// @spec C149 F105 F106 F107
test('the temperature starts at 0 and rises in steps of 0.1 up to 1', async () => {
  await open();
  const slider = await screen.findByRole('slider', { name: 'Temperature' });
  expect(slider.getAttribute('aria-valuemin')).toBe('0');
  expect(slider.getAttribute('aria-valuemax')).toBe('1');
  fireEvent.keyDown(slider, { key: 'ArrowRight', keyCode: 39 });
  expect(await screen.findByText('Temperature: 0.1')).toBeTruthy();
});

// @spec C150 C151 F108 J110
test('max tokens is a whole number that starts at 0, and the prompt can be changed', async () => {
  await open();
  const limit = await screen.findByLabelText<HTMLInputElement>('Max tokens');
  expect(limit.value).toBe('0');
  await person.clear(limit);
  await person.type(limit, '64.7');
  await person.tab();
  const prompt = screen.getByLabelText('System prompt');
  await person.clear(prompt);
  await person.type(prompt, 'Be brief.');
  await sendMessage('Hi');
  const body = stream.request.body as { max_tokens: number };
  expect(Number.isInteger(body.max_tokens)).toBe(true);
  expect(sentMessages()[0]).toEqual({ role: 'system', content: 'Be brief.' });
});

// @spec C154
test('the panel is collapsed on a phone until it is opened', async () => {
  const page = (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM;
  const before = window.innerWidth;
  page.setViewport({ width: 390 });
  try {
    await open();
    const toggle = await button('Settings');
    expect(screen.queryByLabelText('System prompt')).toBeNull();
    await person.click(toggle);
    expect(screen.getByLabelText('System prompt')).toBeTruthy();
    await person.click(toggle);
    expect(screen.queryByLabelText('System prompt')).toBeNull();
  } finally {
    page.setViewport({ width: before });
  }
});

// @spec D255 C152 D256
test('a message shows its author and status', async () => {
  await open();
  await sendMessage('Hi');
  expect(screen.getAllByRole('listitem').map(({ dataset }) => dataset.status)).toEqual([
    'complete',
    'loading',
  ]);
  expect(within(screen.getAllByRole('listitem')[0]!).getByText('You')).toBeTruthy();
  expect(within(lastMessage()).queryByText('Assistant')).toBeTruthy();
});

test('reasoning expands before the answer, which is rendered as Markdown when complete', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('{"choices":[{"delta":{"reasoning_content":"Let me see"}}]}');
  await waitFor(() => expect(lastMessage().textContent).toContain('Let me see'));
  stream.send('{"choices":[{"delta":{"content":"It is **so**"}}]}');
  stream.send('[DONE]');
  await waitFor(() => expect(lastMessage().querySelector('strong')?.textContent).toBe('so'));
  expect(lastMessage().querySelector('details')?.open).toBe(false);
});

test('the received text stays after a stop', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('{"choices":[{"delta":{"content":"Half"}}]}');
  await waitFor(() => expect(lastMessage().textContent).toContain('Half'));
  await person.click(await button('Stop'));
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
  expect(lastMessage().textContent).toContain('Half');
});

test('a failure shows the next step, and the message can be sent again', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('{"error":{"message":"Top up.","code":"insufficient_user_quota"}}');
  expect((await screen.findByRole('link', { name: 'Go to the wallet' })).getAttribute('href')).toBe('/topup');
  stream = fakeStream();
  await person.click(await button('Try again'));
  await waitFor(() => expect(sentMessages().at(-1)).toEqual({ role: 'user', content: 'Hi' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('an edited message replaces the first one', async () => {
  await open();
  await sendMessage('Helo');
  stream.send('{"choices":[{"delta":{"content":"What?"}}]}');
  stream.send('[DONE]');
  await person.click(await button('Edit message'));
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect(box.value).toBe('Helo');
  stream = fakeStream();
  await person.clear(box);
  await person.type(box, 'Hello{Enter}');
  await waitFor(() => expect(sentMessages().slice(1)).toEqual([{ role: 'user', content: 'Hello' }]));
  expect(screen.queryByText('Helo')).toBeNull();
});

// @spec I032
test('the text is shown for manual copying when the browser refuses to copy', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('{"choices":[{"delta":{"content":"Hello there"}}]}');
  stream.send('[DONE]');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  const [copy] = await screen.findAllByRole('button', { name: 'Copy message: Assistant' });
  await person.click(copy!);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hello there');
  vi.restoreAllMocks();
});

test('the settings are restored on the next visit until they are reset', async () => {
  const { unmount } = await open();
  const prompt = await screen.findByLabelText('System prompt');
  await person.clear(prompt);
  await person.type(prompt, 'Mine');
  unmount();
  await open();
  expect((await screen.findByLabelText<HTMLTextAreaElement>('System prompt')).value).toBe('Mine');
  await person.click(await button('Reset'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('System prompt').value).toBe(
    'You are a helpful assistant.',
  );
});

test('settings are imported from a file and an invalid file is rejected', async () => {
  await open();
  const input = await screen.findByLabelText('Import', { selector: 'input' });
  await person.upload(
    input,
    new File(['{"systemPrompt":"From a file"}'], 'mine.json', { type: 'application/json' }),
  );
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>('System prompt').value).toBe('From a file'),
  );
  await person.upload(input, new File(['no'], 'other.json', { type: 'application/json' }));
  expect(await screen.findByText("other.json isn't a playground settings file.")).toBeTruthy();
});

test('a double click on Send sends without stopping the reply', async () => {
  await open();
  await person.type(await screen.findByRole('textbox', { name: 'Message' }), 'Hi');
  await person.dblClick(await button('Send'));
  stream.send('{"choices":[{"delta":{"content":"Hello there"}}]}');
  await waitFor(() => expect(lastMessage().textContent).toContain('Hello there'));
  expect(lastMessage().dataset.status).toBe('incomplete');
  await person.click(await button('Stop'));
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
});

test('a conversation with too many pictures shows how to continue', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('{"error":{"message":"The request is larger than 32 MB.","code":"body_too_large"}}');
  expect(await screen.findByText(/Clear the chat and send fewer/)).toBeTruthy();
});

test('the debug drawer shows the request and the response', async () => {
  await open();
  await sendMessage('Hi');
  stream.send('[DONE]');
  await waitFor(() => expect(lastMessage().dataset.status).toBe('complete'));
  await person.click(await button('View request'));
  const drawer = await screen.findByRole('dialog');
  expect(drawer.textContent).toContain('"model": "gpt-4o-mini"');
  expect(drawer.textContent).toContain('[DONE]');
});
