import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';

/**
 * The master key from the environment, its file, or the data folder. Undefined when there is none yet.
 *
 * The file in the data folder is closed to everybody but its owner, and `warn` gets a sentence about it. A file that
 * the operator names stays as it is: secrets that are mounted have modes of their own.
 *
 * @throws {BootError} for a key that is not 32 bytes in base64, or a named file that cannot be read
 */
export function findMasterKey(
  config: Config,
  warn: (sentence: string) => void = () => {},
): Buffer | undefined {
  if (config.key) return decode(config.key, 'TOLLGATE_KEY');
  if (config.keyFile) return decode(readNamed(config.keyFile), `the file ${config.keyFile}`);
  const path = generatedPath(config);
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  makePrivate(path, warn);
  return decode(text, `the file ${path}`);
}

/** Whoever reads this file can open every sealed key. Copies and backups often come back with mode 0644. */
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

/** Makes a key beside the database, readable by its owner alone, so that a first start needs no preparation. */
export function createMasterKey(config: Config): Buffer {
  const key = randomBytes(KEY_BYTES);
  writeFileSync(generatedPath(config), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}

function generatedPath(config: Config): string {
  return join(config.dataDir, 'master.key');
}

function decode(text: string, origin: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
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
