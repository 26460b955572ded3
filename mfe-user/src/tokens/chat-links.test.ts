import { afterEach, expect, test } from 'vitest';
import { fillChatLink, readChatLinks, readStoredChats } from './chat-links.ts';

afterEach(() => localStorage.removeItem('chats'));

test('chat links are read by name, and what would run in the page is none', () => {
  const chats = [
    { 'Some app': 'someapp://open?key={key}' },
    { Web: 'https://chat.example/#{key}' },
    { Evil: ' javascript:alert(1)' },
    { Page: 'data:text/html,x' },
    { None: 'no link' },
    { Number: 7 },
    'text',
    null,
  ];
  expect(readChatLinks(chats).map(({ name }) => name)).toEqual(['Some app', 'Web']);
  expect(readChatLinks({})).toEqual([]);
});

test('a link gets the key as programs send it and the address of the site, ready for an address', () => {
  const link = { name: 'Web', template: 'https://chat.example/#{"key":"{key}","url":"{address}"}' };
  expect(fillChatLink(link, { address: 'https://api.example.com', key: 'sk-abc' })).toBe(
    'https://chat.example/#{"key":"sk-abc","url":"https%3A%2F%2Fapi.example.com"}',
  );
});

test('chats that were stored broken are none', () => {
  localStorage.setItem('chats', '[{');
  expect(readStoredChats()).toEqual([]);
  localStorage.setItem('chats', '[{"Web":"https://chat.example"}]');
  expect(readChatLinks(readStoredChats())).toHaveLength(1);
});
