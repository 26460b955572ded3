import { expect, test } from 'vitest';
import { chatAt, outsideChat } from './chat-links.ts';

const page = { Web: 'https://chat.example/#{"key":"{key}","url":"{address}"}' };
const app = { App: 'someapp://open?key={key}' };

test('a chat stands where the sidebar counts it, also behind a broken one', () => {
  expect(chatAt([{ None: 7 }, page], 1)?.name).toBe('Web');
  expect(chatAt([page], 1)).toBeUndefined();
  expect(chatAt('nonsense', 0)).toBeUndefined();
  expect(chatAt([page], Number.NaN)).toBeUndefined();
});

test('outside the console the second chat opens, and the first where there is one alone', () => {
  expect(outsideChat([page, app])?.name).toBe('App');
  expect(outsideChat([page])?.name).toBe('Web');
  expect(outsideChat([])).toBeUndefined();
});
