import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bootId } from './boot-id.ts';
import { Journal } from './journal.ts';
import { readNotes } from './read-journal.ts';
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
  windows: null,
});
const files = () => readdirSync(folder).sort();
const text = () =>
  files()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');

test('a call can be forgotten when the journal file was deleted', async () => {
  const journal = new Journal(folder, 'life', 10);
  journal.dispatch(hold('call'), 3);
  journal.dispatch(hold('next'), 3);
  for (const name of files()) rmSync(join(folder, name));
  expect(() => journal.forget('call')).not.toThrow();
  expect(() => journal.forget('next')).not.toThrow();
  expect(() => journal.close(true)).not.toThrow();
});

test('a dispatch is on disk when the call returns, and an end when its promise resolves', async () => {
  const journal = new Journal(folder, 'life');
  journal.dispatch(hold('call'), 3);
  expect(text()).toContain('D call 4 - 50 5 3 ');

  const noted = journal.finish('call', 7, 'settled', '{"quota":7}');
  expect(text()).not.toContain('F call');
  await noted;
  expect(text()).toContain('F call 7 settled {"quota":7}\n');
  journal.close(true);
});

test('the journal reads back what was written', async () => {
  const journal = new Journal(folder, 'me');
  journal.dispatch(hold('a'), 3);
  journal.redispatch('a', 9);
  await journal.checkpoint('a', 80, 30);
  journal.dispatch(hold('b'), 1);
  await journal.finish('b', 7, 'settled', '{"content":"x ; y"}');
  journal.close(false);

  const [{ instance, calls, powerLost, damaged } = expect.fail()] = readNotes(folder);
  expect({ instance, damaged }).toEqual({ instance: 'me', damaged: [] });
  expect(powerLost).toBe(false);
  expect(calls.get('a')).toEqual({ id: 'a', channelId: 9, hold: { ...hold('a'), amount: 80, used: 30 } });
  expect(calls.get('b')?.finish).toEqual({ cost: 7, state: 'settled', record: '{"content":"x ; y"}' });
});

test('files are deleted when their calls are booked, oldest first, and a clean end leaves none', () => {
  const journal = new Journal(folder, 'life', 150);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) journal.dispatch(hold(id), 3);
  const before = files().length;
  expect(before).toBeGreaterThan(2);
  journal.forget('c');
  expect(files()).toHaveLength(before);
  for (const id of ['a', 'b', 'd', 'e', 'f']) journal.forget(id);
  expect(files()).toHaveLength(1);
  journal.close(true);
  expect(files()).toEqual([]);
});

test('a truncated journal yields exactly the calls with complete lines', () => {
  const journal = new Journal(folder, 'me');
  const name = { ...hold('first'), snapshot: `{"token_name":"${' ;'.repeat(20)}"}` };
  journal.dispatch(name, 3);
  journal.dispatch(hold('second'), 3);
  journal.close(false);
  const [file = ''] = files();
  const whole = readFileSync(join(folder, file), 'utf8');
  const ends = ['first', 'second'].map((id) => whole.indexOf('\n', whole.indexOf(` D ${id} `)));
  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(join(folder, file), whole.slice(0, length));
    const [notes] = readNotes(folder);
    const writtenIds = ['first', 'second'].filter((_, index) => length > (ends[index] ?? 0));
    expect([...(notes?.calls.keys() ?? [])]).toEqual(writtenIds);
    expect(notes?.damaged).toEqual([]);
  }
});

test('a damaged line is skipped, and its journal is kept under another name', () => {
  const journal = new Journal(folder, 'me');
  for (const id of ['first', 'second', 'third']) journal.dispatch(hold(id), 3);
  journal.close(false);
  const [file = ''] = files();
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace('D second', 'D sec0nd'));
  const [notes = expect.fail()] = readNotes(folder);
  expect([...notes.calls.keys()]).toEqual(['first', 'third']);
  expect(notes.forget()).toEqual([`${path}.damaged`]);
  expect(readNotes(folder)).toEqual([]);
});

test('journals of earlier versions are read', () => {
  writeFileSync(join(folder, 'name'), 'old-name\n');
  const lines = [
    `B ${bootId()} ;`,
    'D call 4 - 50 5 3 {"token_name":"a ; b"} ;',
    'D torn 4 - 50 5 3 {"token_name":"a ;',
    'F call 7 settled {"quota":7} ;',
    'D void 4 - 50 5 3 {} ;',
    'F void 0 voided  ;',
  ];
  writeFileSync(join(folder, 'life.000001.journal'), `${lines.join('\n')}\n`);
  const [notes = expect.fail(), more] = readNotes(folder);
  expect(more).toBeUndefined();
  expect(notes).toMatchObject({ instance: 'old-name', powerLost: false });
  expect([...notes.calls.keys()]).toEqual(['call', 'void']);
  expect(notes.calls.get('call')?.finish).toEqual({ cost: 7, state: 'settled', record: '{"quota":7}' });
  notes.forget();
  expect(files()).toEqual(['life.000001.journal.damaged']);
});

test('the check leaves no file', async () => {
  const journal = new Journal(folder, 'life');
  const before = files();
  await journal.check();
  expect(files()).toEqual(before);
  journal.close(true);
});
