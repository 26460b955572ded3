import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { BootError } from '../../core/boot-error.ts';

/** Master keys and their source for messages: `TOLLGATE_KEY`, `the file /data/master.key`. */
export interface FoundKeys {
  /** One, or several while the master key is replaced. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  readonly origin: string;
}

/**
 * Returns the master keys from the environment, their file, or the data folder, separated by line ends,
 * spaces or commas. Undefined when there is none yet.
 *
 * Makes the file in the data folder readable by its owner alone; `warn` gets a message about it. Does not
 * change a file that the operator names: mounted secrets have modes of their own.
 *
 * @throws {BootError} for a key that is not 32 bytes in base64, for more than three keys, or a named file
 * that cannot be read
 */
export function findMasterKeys(
  config: Config,
  warn: (sentence: string) => void = () => {},
): FoundKeys | undefined {
  if (config.key) return decode(config.key, 'TOLLGATE_KEY');
  if (config.keyFile) return decode(readNamed(config.keyFile), `the file ${config.keyFile}`);
  const path = masterKeyPath(config);
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  makePrivate(path, warn);
  return decode(text, `the file ${path}`);
}

/** Makes the file private: it opens every sealed value. Copies and backups often have mode 0644. */
function makePrivate(path: string, warn: (sentence: string) => void): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch {
    warn(`The master key in ${path} can be read by other users. Run: chmod 600 ${path}`);
    return;
  }
  warn(
    `The master key in ${path} could be read by other users. Its mode is 0600 now. If others use this machine, replace the provider keys.`,
  );
}

/** A generated key that is not in use yet. */
export interface GeneratedKey extends FoundKeys {
  /** Makes it the master key of this data folder. */
  keep(): void;
  /** Removes it: the database belongs to another key. */
  discard(): void;
}

/**
 * Generates a master key, so that a first start needs no preparation. The key waits in `master.key.new`,
 * readable by its owner alone and synced to disk, until the database has accepted it. An interrupted start
 * leaves the file behind: the next start continues with the same key.
 */
export function generateMasterKey(config: Config): GeneratedKey {
  const path = masterKeyPath(config);
  const waiting = `${path}.new`;
  const text = readWhole(waiting) ?? writeNewKey(waiting);
  syncFolder(config.dataDir);
  return {
    ...decode(text, `the file ${path}`),
    keep() {
      renameSync(waiting, path);
      syncFolder(config.dataDir);
    },
    discard: () => rmSync(waiting, { force: true }),
  };
}

/** Ignores a file that an interrupted start wrote only in part. */
function readWhole(path: string): string | undefined {
  const text = readIfThere(path);
  return text?.endsWith('\n') && isMasterKey(text) ? text : undefined;
}

function writeNewKey(path: string): string {
  const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`;
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true });
  return text;
}

/** A new or renamed file survives a power cut only after its folder is written. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

export function masterKeyPath(config: Config): string {
  return join(config.dataDir, 'master.key');
}

function isMasterKey(text: string): boolean {
  return Buffer.from(text.trim(), 'base64').length === KEY_BYTES;
}

function decode(text: string, origin: string): FoundKeys {
  const words = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  const [first, ...others] = words.filter(isMasterKey).map((word) => Buffer.from(word, 'base64'));
  if (words.length > MAX_KEYS)
    throw new BootError(
      `There are more than ${MAX_KEYS} master keys in ${origin}. Remove those that were replaced.`,
    );
  if (first && others.length === words.length - 1) return { keys: [first, ...others], origin };
  if (words.length === 0 && origin !== 'TOLLGATE_KEY')
    throw new BootError(
      `There is no master key in ${origin}: it is empty. Put the key of this database there, from another gateway or your backup. For a new database, remove the file.`,
    );
  throw new BootError(
    `The master key in ${origin} must be 32 bytes in base64. Make one with: openssl rand -base64 32`,
  );
}

function readNamed(path: string): string {
  const text = readIfThere(path);
  if (text !== undefined) return text;
  throw new BootError(`TOLLGATE_KEY_FILE names ${path}, which cannot be read.`);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const KEY_BYTES = 32;
/** Two are needed to replace a key. */
const MAX_KEYS = 3;
