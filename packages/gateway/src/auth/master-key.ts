import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';

/**
 * The master key from the environment, its file, or the data folder. Undefined when there is none yet.
 *
 * @throws {BootError} for a key that is not 32 bytes in base64, or a named file that cannot be read
 */
export function findMasterKey(config: Config): Buffer | undefined {
  if (config.key) return decode(config.key, 'TOLLGATE_KEY');
  if (config.keyFile) return decode(readNamed(config.keyFile), `the file ${config.keyFile}`);
  const path = generatedPath(config);
  const text = readIfThere(path);
  return text === undefined ? undefined : decode(text, `the file ${path}`);
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
