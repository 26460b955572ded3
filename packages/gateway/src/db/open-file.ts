import { type BigIntStats, statSync } from 'node:fs';
import { DatabaseMovedError } from '../core/database-moved.ts';

/**
 * An open SQLite file. After it is moved or removed, open handles can still write to it, and those writes are
 * lost with the process. Create it right after opening the file.
 */
export class OpenFile {
  readonly path: string;
  readonly #opened: BigIntStats | undefined;
  #lookedAt = 0;

  constructor(path: string) {
    this.path = path;
    this.#opened = find(path);
  }

  /** True when the path leads to no file or to another one. Always false on file systems without inodes. */
  get isMoved(): boolean {
    if (!this.#opened || this.#opened.ino === 0n) return false;
    const now = find(this.path);
    return now?.ino !== this.#opened.ino || now.dev !== this.#opened.dev;
  }

  /** Call it before each write. It checks the path at most every `LOOK_MS`. @throws {DatabaseMovedError} */
  assertInPlace(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_MS) return;
    if (this.isMoved) throw new DatabaseMovedError(this.path);
    this.#lookedAt = now;
  }
}

/** A check takes as long as a small write. Writes within this time after a move are lost. */
export const LOOK_MS = 20;

function find(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // Its folder is gone or not readable for this user.
  }
}
