import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from './journal.ts';
import { readNotes } from './notes.ts';
import type { Hold } from './types.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hold = (id: string): Hold => ({
  id,
  user: 4,
  token: null,
  amount: 50,
  used: 5,
  instance: 'me',
  snapshot: '{"token_name":"a name ; with spaces"}',
});
const files = () => readdirSync(folder).sort();
const text = () =>
  files()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');

test('a call is forgotten when somebody removed the file of its notes', async () => {
  const journal = new Journal(folder, 'life', 10);
  journal.dispatch(hold('call'), 3);
  journal.dispatch(hold('next'), 3);
  for (const name of files()) rmSync(join(folder, name));
  expect(() => journal.forget('call')).not.toThrow();
  expect(() => journal.forget('next')).not.toThrow();
  expect(() => journal.close()).not.toThrow();
});

test('a dispatch is on the disk when the call returns, an end when its promise resolves', async () => {
  const journal = new Journal(folder, 'life');
  journal.dispatch(hold('call'), 3);
  expect(text()).toContain('D call 4 - 50 5 3 ');

  const noted = journal.finish('call', 7, 'settled', '{"quota":7}');
  expect(text()).not.toContain('F call');
  await noted;
  expect(text()).toContain('F call 7 settled {"quota":7} ;\n');
  journal.close();
});

test('what is read is what was written', async () => {
  const journal = new Journal(folder, 'life');
  journal.dispatch(hold('a'), 3);
  journal.redispatch('a', 9);
  await journal.checkpoint('a', 80, 30);
  journal.dispatch(hold('b'), 1);
  await journal.finish('b', 7, 'settled', '{"content":"x ; y"}');
  journal.close();

  const { calls, powerLost } = readNotes(folder, 'me');
  expect(powerLost).toBe(false);
  expect(calls.get('a')).toEqual({ id: 'a', channelId: 9, hold: { ...hold('a'), amount: 80, used: 30 } });
  expect(calls.get('b')?.finish).toEqual({ cost: 7, state: 'settled', record: '{"content":"x ; y"}' });
});

test('files go when their calls are booked, the oldest first, and a clean end leaves none', () => {
  const journal = new Journal(folder, 'life', 150);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) journal.dispatch(hold(id), 3);
  const before = files().length;
  expect(before).toBeGreaterThan(2);
  journal.forget('c');
  expect(files()).toHaveLength(before);
  for (const id of ['a', 'b', 'd', 'e', 'f']) journal.forget(id);
  expect(files()).toHaveLength(1);
  journal.close();
  expect(files()).toEqual([]);
});

test('the check leaves no file behind', async () => {
  const journal = new Journal(folder, 'life');
  const before = files();
  await journal.check();
  expect(files()).toEqual(before);
  journal.close();
});
