import { expect, test } from 'vitest';
import { fillChatLink, parseStoredChats, readChatLink } from './chat-links.ts';

test.each([
  ['a page', 'https://chat.example/#{"key":"{key}","url":"{address}"}', 'page'],
  ['an app', 'someapp://open?key={key}', 'app'],
  ['what would run in this page', ' javascript:alert(1)', 'broken'],
  ['a page of its own making', 'data:text/html,x', 'broken'],
  ['no link', 'chat', 'broken'],
  ['an address that is none', 'https://', 'broken'],
  ['a number', 7, 'broken'],
])('%s is classified', (_, template, kind) => {
  expect(readChatLink('Chat', template).kind).toBe(kind);
});

test('a link receives the key with its prefix and the site address URL-encoded', () => {
  const template = ' https://chat.example/#{"key":"{key}","url":"{address}"} ';
  expect(fillChatLink({ template }, { address: 'https://api.example.com', key: 'sk-abc' })).toBe(
    'https://chat.example/#{"key":"sk-abc","url":"https%3A%2F%2Fapi.example.com"}',
  );
});

test('malformed stored chats yield an empty list', () => {
  expect(parseStoredChats('[{')).toEqual([]);
  expect(parseStoredChats(null)).toEqual([]);
  expect(parseStoredChats('[{"Web":"https://chat.example"}]')).toEqual([{ Web: 'https://chat.example' }]);
});
