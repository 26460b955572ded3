import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../core/create-folder.ts';
import { bootId } from './boot-id.ts';
import { JournalLines } from './journal-line.ts';
import type { EndState, Hold } from './types.ts';

interface JournalFile {
  readonly path: string;
  readonly descriptor: number;
  /** The number of calls whose notes begin here and are still needed. */
  open: number;
}

interface Flush {
  readonly done: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

const defaultLimit = 16 << 20;
const PROBE = Buffer.alloc(4096);

/**
 * Append-only notes of one run of the process, written before the event they announce: bytes to the upstream,
 * or the end of the reply. All notes of one turn of the event loop are one write. They survive kill -9. A
 * power cut may lose the last ones, which recovery detects by the boot id in line one.
 *
 * A line is `checksum kind id fields`, so that a partial write is detected.
 */
export class Journal {
  readonly #folder: string;
  readonly #instance: string;
  readonly #limit: number;
  readonly #files: JournalFile[] = [];
  readonly #fileOf = new Map<string, JournalFile>();
  #bytes = 0;
  #number = 0;
  readonly #lines = new JournalLines();
  #flush: Flush | undefined;
  #torn = false;

  /** `limit` is the file size in bytes at which a new file begins. */
  constructor(folder: string, instance: string, limit = defaultLimit) {
    createFolder(folder);
    this.#folder = folder;
    this.#instance = instance;
    this.#limit = limit;
    this.#rotate();
  }

  /** The note is on disk when it returns. @throws when the disk refuses: do not send the request then. */
  dispatch(hold: Hold, channelId: number): void {
    this.#keep(hold.id);
    const { id, user, token, amount, used, snapshot } = hold;
    const fields = `${user} ${token ?? '-'} ${amount} ${used} ${channelId} ${snapshot}`;
    const { length } = this.#lines;
    this.#lines.add(`D ${id} ${fields}`);
    if (hold.windows) this.#lines.add(`W ${id} ${hold.windows}`);
    try {
      this.flush();
    } catch (error) {
      this.#lines.cut(length);
      this.forget(id);
      throw error;
    }
  }

  /** Notes that the call moves to another channel. */
  redispatch(id: string, channelId: number): void {
    void this.#note(`A ${id} ${channelId}`).catch(ignore); // Only the channel in the log row depends on it.
  }

  /** Notes that other limits count the call from now on. */
  changeWindows(id: string, windows: string | null): void {
    void this.#note(`W ${id} ${windows ?? ''}`).catch(ignore); // The database has it too.
  }

  checkpoint(id: string, amount: number, used: number): Promise<void> {
    return this.#note(`C ${id} ${amount} ${used}`);
  }

  /** `record` is JSON, or empty. */
  finish(id: string, cost: number, state: EndState, record: string): Promise<void> {
    this.#keep(id);
    return this.#note(`F ${id} ${cost} ${state} ${record}`);
  }

  /** The databases have the complete call, so its notes are no longer needed. */
  forget(id: string): void {
    const file = this.#fileOf.get(id);
    if (!file) return;
    this.#fileOf.delete(id);
    file.open -= 1;
    // Oldest first: a later file may contain the end of a call that began in an earlier one.
    while (this.#files.length > 1 && this.#files[0]?.open === 0) remove(this.#files.shift());
  }

  /** Writes pending lines. @throws when the disk refuses: rejects waiting callers too, keeps the lines. */
  flush(): void {
    const flush = this.#flush;
    this.#flush = undefined;
    if (this.#lines.length === 0) return;
    try {
      this.#write(this.#lines.bytes(this.#torn));
    } catch (error) {
      this.#torn = true;
      flush?.reject(error);
      throw error;
    }
    this.#lines.cut(0);
    this.#torn = false;
    flush?.resolve();
  }

  /**
   * @param isClean True when no call is open: deletes all files. Otherwise one remains for the next start.
   */
  close(isClean: boolean): void {
    this.flush();
    for (const file of this.#files.splice(0)) {
      if (isClean) remove(file);
      else closeSync(file.descriptor);
    }
  }

  /** Writes a block next to the journal. @throws when the disk is full, read-only or missing */
  async check(): Promise<void> {
    const file = join(this.#folder, 'check');
    try {
      await writeFile(file, PROBE);
    } finally {
      await rm(file, { force: true }); // An existing file has its block, so it can be written on a full disk.
    }
  }

  #note(text: string): Promise<void> {
    this.#lines.add(text);
    if (!this.#flush) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#flush = { done: promise, resolve, reject };
      promise.catch(ignore); // A dispatch of the same turn may be the only caller that waits.
      setImmediate(() => {
        try {
          this.flush();
        } catch {
          // The waiting callers were rejected.
        }
      });
    }
    return this.#flush.done;
  }

  #keep(id: string): void {
    const file = this.#files.at(-1);
    if (!file || this.#fileOf.has(id)) return;
    file.open += 1;
    this.#fileOf.set(id, file);
  }

  #write(bytes: Buffer): void {
    const file = this.#files.at(-1);
    if (!file) throw new Error('the journal is closed');
    writeWhole(file.descriptor, bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > this.#limit) this.#rotate();
  }

  #rotate(): void {
    this.#number += 1;
    const path = join(this.#folder, `${this.#instance}.${String(this.#number).padStart(6, '0')}.journal`);
    const descriptor = openSync(path, 'ax', 0o600);
    const first = new JournalLines();
    first.add(`B ${bootId()}`);
    writeWhole(descriptor, first.bytes(false));
    this.#files.push({ path, descriptor, open: 0 });
    this.#bytes = 0;
    while (this.#files.length > 1 && this.#files[0]?.open === 0) remove(this.#files.shift());
  }
}

/** A nearly full disk writes only a part. */
function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
}

function remove(file: JournalFile | undefined): void {
  if (!file) return;
  closeSync(file.descriptor);
  // Another process may have deleted it.
  rmSync(file.path, { force: true });
}

function ignore(): void {}
