import { expect, test } from 'vitest';
import { chatAt, outsideChat } from './chat-links.ts';

const page = { Web: 'https://chat.example/#{"key":"{key}","url":"{address}"}' };
const app = { App: 'someapp://open?key={key}' };

test("a chat keeps the sidebar's index even after a broken one", () => {
  expect(chatAt([{ None: 7 }, page], 1)?.name).toBe('Web');
  expect(chatAt([page], 1)).toBeUndefined();
  expect(chatAt('nonsense', 0)).toBeUndefined();
  expect(chatAt([page], Number.NaN)).toBeUndefined();
});

test('the redirect page opens the second chat, or the first when there is only one', () => {
  expect(outsideChat([page, app])?.name).toBe('App');
  expect(outsideChat([page])?.name).toBe('Web');
  expect(outsideChat([])).toBeUndefined();
});
