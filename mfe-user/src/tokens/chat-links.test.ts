import { expect, test } from 'vitest';
import { readChatLinks } from './chat-links.ts';

test('chat links are read by name, without links that would run script', () => {
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
