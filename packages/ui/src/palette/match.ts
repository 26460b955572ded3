import type { Command } from './types.ts';

/**
 * Returns the commands that match a query, best first: by the start of the title, of a word, anywhere, then
 * by letters in order. Every word must match. An empty query matches all.
 */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...commands];
  return commands
    .map((command) => ({ command, worth: Math.min(...words.map((word) => worthOf(command, word))) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ command }) => command);
}

function worthOf({ title, keywords = '', group = '' }: Command, word: string): number {
  const name = title.toLowerCase();
  if (name.startsWith(word)) return 5;
  if (startsWord(name, word)) return 4;
  if (name.includes(word)) return 3;
  const rest = `${keywords} ${group}`.toLowerCase();
  if (rest.includes(word)) return 2;
  return word.length > 1 && hasInOrder(name, word) ? 1 : 0;
}

function startsWord(text: string, word: string): boolean {
  return text.split(/[\s\-_/]+/).some((part) => part.startsWith(word));
}

function hasInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}
