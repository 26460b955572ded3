import { afterEach, expect, test } from 'vitest';
import { chatAt, fillChatLink, outsideChat, readStoredChats } from './chat-links.ts';

afterEach(() => localStorage.removeItem('chats'));

const page = { Web: 'https://chat.example/#{"key":"{key}","url":"{address}"}' };
const app = { App: 'someapp://open?key={key}' };

test.each([
  ['a page', page, 'page'],
  ['an app', app, 'app'],
  ['what would run in this page', { Evil: ' javascript:alert(1)' }, 'broken'],
  ['a page of its own making', { Evil: 'data:text/html,x' }, 'broken'],
  ['no link', { None: 'chat' }, 'broken'],
  ['an address that is none', { None: 'https://' }, 'broken'],
  ['a number', { None: 7 }, 'broken'],
])('%s is told apart', (_, entry, kind) => {
  expect(chatAt([entry], 0)?.kind).toBe(kind);
});

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

test('a link gets the key as programs send it, and the address of the site ready for an address', () => {
  const link = chatAt([page], 0)!;
  expect(fillChatLink(link, { address: 'https://api.example.com', key: 'sk-abc' })).toBe(
    'https://chat.example/#{"key":"sk-abc","url":"https%3A%2F%2Fapi.example.com"}',
  );
});

test('chats that were stored broken are none', () => {
  localStorage.setItem('chats', '[{');
  expect(readStoredChats()).toEqual([]);
});
