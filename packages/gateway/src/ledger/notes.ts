import { existsSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bootId } from './journal.ts';
import type { EndState, Hold } from './types.ts';

/** What the journals know about one call. */
export interface Note {
  readonly id: string;
  /** Undefined when the call was never dispatched. */
  hold?: Hold;
  channelId: number;
  /** Known when the call had ended. */
  finish?: { readonly cost: number; readonly state: EndState; readonly record: string };
}

export interface Notes {
  readonly calls: ReadonlyMap<string, Note>;
  /** The machine itself went down since: notes may be missing. */
  readonly powerLost: boolean;
  /** Deletes what was read. */
  forget(): void;
}

/** Reads the notes of earlier lives. */
export function readNotes(folder: string, instance: string): Notes {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.journal')) : [];
  const calls = new Map<string, Note>();
  let powerLost = false;
  for (const name of names.sort()) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (!line.endsWith(' ;')) continue;
      const [kind, id, ...fields] = line.slice(0, -2).split(' ');
      if (kind === 'B') powerLost ||= id !== bootId();
      else if (kind && id) readNote(calls, instance, kind, id, fields);
    }
  }
  const forget = () => {
    for (const name of names) unlinkSync(join(folder, name));
  };
  return { calls, powerLost, forget };
}

function readNote(
  calls: Map<string, Note>,
  instance: string,
  kind: string,
  id: string,
  fields: string[],
): void {
  const note = calls.get(id) ?? { id, channelId: 0 };
  calls.set(id, note);
  const [a = '', b = '', c = '', d = '', e = ''] = fields;
  if (kind === 'D') {
    const token = b === '-' ? null : Number(b);
    const snapshot = fields.slice(5).join(' ');
    const hold = { id, user: Number(a), token, amount: Number(c), used: Number(d), instance, snapshot };
    calls.set(id, { id, hold, channelId: Number(e) }); // An id that was voided may have come again: its old end is void.
  } else if (kind === 'A') {
    note.channelId = Number(a);
  } else if (kind === 'C' && note.hold) {
    note.hold.amount = Number(a);
    note.hold.used = Math.max(note.hold.used, Number(b));
  } else if (kind === 'F') {
    note.finish = { cost: Number(a), state: b as EndState, record: fields.slice(2).join(' ') };
  }
}
