import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootId } from './boot-id.ts';
import { readLine } from './journal-line.ts';
import { isOldJournal, nameOfOldRuns, readOldLine } from './old-notes.ts';
import type { EndState, Hold } from './types.ts';

/** What the journals contain about one call. */
export interface Note {
  readonly id: string;
  /** Undefined when the call was never dispatched. */
  hold?: Hold;
  channelId: number;
  /** Present when the call had ended. */
  finish?: { readonly cost: number; readonly state: EndState; readonly record: string };
}

/** What an earlier run of a gateway left in its folder. */
export interface Notes {
  /** The instance that wrote them. */
  readonly instance: string;
  readonly calls: ReadonlyMap<string, Note>;
  /** The machine itself went down since then, so notes may be missing. */
  readonly powerLost: boolean;
  /** Paths of journals with damaged lines. Their other lines count. */
  readonly damaged: readonly string[];
  /** Deletes the journals. Renames damaged ones and returns their new paths. */
  forget(): string[];
}

interface Reading {
  readonly instance: string;
  readonly paths: string[];
  readonly calls: Map<string, Note>;
  readonly damaged: string[];
  powerLost: boolean;
}

const SUFFIX = /\.\d{6}\.journal$/;

/** Reads the journals of earlier runs in a folder, the oldest run first. */
export function readNotes(folder: string): Notes[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => SUFFIX.test(name)) : [];
  const oldName = nameOfOldRuns(folder);
  const readings = new Map<string, Reading>();
  const readingOf = (instance: string) => {
    const existing = readings.get(instance);
    const reading: Reading = existing ?? {
      instance,
      paths: [],
      calls: new Map(),
      damaged: [],
      powerLost: false,
    };
    readings.set(instance, reading);
    return reading;
  };
  // Holds of old versions may have no journal.
  if (oldName) readingOf(oldName.instance).paths.push(oldName.path);
  for (const name of names.sort()) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const isOld = isOldJournal(text);
    const instance = isOld && oldName ? oldName.instance : name.replace(SUFFIX, '');
    readFile(readingOf(instance), path, text, isOld ? readOldLine : readLine);
  }
  return [...readings.values()].map((reading) => ({ ...reading, forget: () => forget(reading) }));
}

function readFile(
  reading: Reading,
  path: string,
  text: string,
  readText: (line: string) => string | undefined,
): void {
  reading.paths.push(path);
  const lines = text.split('\n');
  lines.pop(); // empty, or torn by the end of the process and not relied on
  for (const [index, line] of lines.entries()) {
    const content = readText(line);
    if (content !== undefined) readContent(reading, content);
    else if (!isRepeated(lines, index)) reading.damaged.push(path);
  }
}

/** Whether a partly written line is complete further down, where it was written again. */
function isRepeated(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  return lines.slice(index + 1).some((later) => later.startsWith(line));
}

function readContent(reading: Reading, content: string): void {
  const [kind, id, ...fields] = content.split(' ');
  if (kind === 'B') reading.powerLost ||= id !== bootId();
  else if (kind && id) readNote(reading, kind, id, fields);
}

function readNote({ calls, instance }: Reading, kind: string, id: string, fields: string[]): void {
  const note = calls.get(id) ?? { id, channelId: 0 };
  calls.set(id, note);
  const [a = '', b = '', c = '', d = '', e = ''] = fields;
  if (kind === 'D') {
    const token = b === '-' ? null : Number(b);
    const snapshot = fields.slice(5).join(' ');
    const hold = {
      id,
      user: Number(a),
      token,
      amount: Number(c),
      used: Number(d),
      instance,
      snapshot,
      windows: null,
    };
    calls.set(id, { id, hold, channelId: Number(e) }); // A voided id may be reserved again: its old end is void.
  } else if (kind === 'W' && note.hold) {
    note.hold.windows = fields.join(' ') || null;
  } else if (kind === 'A') {
    note.channelId = Number(a);
  } else if (kind === 'C' && note.hold) {
    note.hold.amount = Number(a);
    note.hold.used = Math.max(note.hold.used, Number(b));
  } else if (kind === 'F') {
    note.finish = { cost: Number(a), state: b as EndState, record: fields.slice(2).join(' ') };
  }
}

function forget({ paths, damaged }: Reading): string[] {
  const damagedPaths: string[] = [];
  for (const path of paths) {
    if (!damaged.includes(path)) {
      rmSync(path, { force: true });
      continue;
    }
    renameSync(path, `${path}.damaged`);
    damagedPaths.push(`${path}.damaged`);
  }
  return damagedPaths;
}
