import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { createFolder } from '../core/create-folder.ts';
import { describeSystemError } from '../core/system-error.ts';
import { findDamage, hasTables, isDamage } from '../db/sqlite-damage.ts';
import { lockDataFolder } from './data-folder.ts';
import { openSecrets } from './master-secrets.ts';
import { type CopyReport, checkCopy, findSqliteFiles } from './sqlite-copies.ts';

/** What belongs to a database file and must not stay with another one. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/**
 * Puts a backup in the place of the databases of a stopped gateway. The backup is copied, brought up to date, audited
 * and opened with the master key before anything is touched. What was there is moved into a folder, never removed.
 *
 * @throws {BootError} when the gateway runs, or the backup is not one that this gateway can use
 */
export async function restoreCommand(config: Config, [folder]: string[]): Promise<void> {
  if (!folder) throw new BootError('Say from where: tollgate restore <folder of a backup>');
  const source = resolve(folder);
  const files = findSqliteFiles(config, 'restore');
  for (const name of NAMES)
    if (!existsSync(join(source, name)))
      throw new BootError(
        `There is no ${name} in ${source}. Name a folder that tollgate backup has written.`,
      );
  process.umask(0o077);
  const unlock = lockDataFolder(config.dataDir);
  const copy = join(config.dataDir, `restore-${process.pid}`);
  try {
    const { accounts, entries } = await copyAndCheck(config, source, copy);
    const before = moveAway(config.dataDir, files);
    for (const [index, name] of NAMES.entries()) renameSync(join(copy, name), files[index] as string);
    process.stdout.write(
      `Restored ${accounts} accounts and ${entries} entries from ${source}. The books add up. ` +
        `${before ? `What was here is in ${before}. ` : ''}Start the gateway.\n`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
    unlock();
  }
}

const NAMES = ['tollgate.db', 'logs.db'] as const;

async function copyAndCheck(config: Config, source: string, copy: string): Promise<CopyReport> {
  try {
    createFolder(copy, 0o700);
    for (const name of NAMES) {
      copyFileSync(join(source, name), join(copy, name));
      chmodSync(join(copy, name), 0o600);
    }
  } catch (cause) {
    throw new BootError(`The backup cannot be copied to ${copy} (${describeSystemError(cause)}).`, { cause });
  }
  for (const name of NAMES) {
    const file = join(copy, name);
    const damage = findDamage(file) ?? (hasTables(file) ? undefined : 'it is empty');
    if (damage) throw damagedBackup(join(source, name), damage);
  }
  const report = await checkBackup(config, source, copy);
  if (report.fault)
    throw new BootError(
      `The backup in ${source} does not add up: ${report.fault}. Nothing was changed here.`,
    );
  return report;
}

async function checkBackup(config: Config, source: string, copy: string): Promise<CopyReport> {
  const warn = (sentence: string) => process.stderr.write(`${sentence}\n`);
  try {
    return await checkCopy(copy, async ({ db }) => {
      await openSecrets(config, db, { warn });
    });
  } catch (cause) {
    // Of large files only what is read is checked.
    if (isDamage(cause)) throw damagedBackup(source, cause.message, cause);
    throw cause;
  }
}

function damagedBackup(place: string, damage: string, cause?: unknown): BootError {
  return new BootError(
    `The backup ${place} is damaged, or is no SQLite database (${damage}). Nothing was changed here. Restore an older backup, or copy this one again from where it is kept.`,
    { cause },
  );
}

/** Moves the databases and the journals of the gateway into one folder. Returns it, or undefined when there were none. */
function moveAway(dataDir: string, files: readonly string[]): string | undefined {
  // The journals go first: with them, and without their database, no gateway starts.
  const present = [
    join(dataDir, 'ledger'),
    ...files.flatMap((file) => COMPANIONS.map((suffix) => `${file}${suffix}`)),
  ].filter((file) => existsSync(file));
  if (present.length === 0) return undefined;
  const before = join(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  createFolder(before, 0o700);
  for (const file of present) renameSync(file, join(before, basename(file)));
  return before;
}
