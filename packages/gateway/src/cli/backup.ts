import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { createFolder } from '../core/create-folder.ts';
import { describeSystemError } from '../core/system-error.ts';
import { copySqlite } from '../db/copy-sqlite.ts';
import { copyJournals } from '../ledger/index.ts';
import { checkCopy, findSqliteFiles } from './sqlite-copies.ts';

/**
 * Writes a consistent copy of both SQLite databases into a new folder while the gateway runs, and checks its
 * books. Calls under way are ended in the copy as after a crash, so that the copy needs no journal.
 *
 * @throws {BootError} for another kind of database, a missing database file, or a folder that cannot be used
 */
export async function backupCommand(config: Config, [folder]: string[]): Promise<void> {
  if (!folder) throw new BootError('Say where to: tollgate backup <new folder>');
  const [main, logs] = findSqliteFiles(config, 'backup');
  const target = resolve(folder);
  assertPresent(main);
  assertPresent(logs);
  process.umask(0o077); // The copies hold password hashes and sealed keys.
  const isOwnFolder = !existsSync(target);
  prepareFolder(target);
  const copies = [
    { from: main, to: join(target, 'tollgate.db') },
    { from: logs, to: join(target, 'logs.db') },
  ];
  const { fault, accounts, entries } = await copySqlite(copies, () => copyJournals(config.dataDir, target))
    .then(() => checkCopy(target))
    .catch((error) => {
      // An incomplete backup must not be mistaken for a complete one.
      for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true, force: true });
      if (isOwnFolder) rmSync(target, { recursive: true, force: true });
      throw error;
    });
  rmSync(join(target, 'ledger'), { recursive: true, force: true });
  if (fault)
    throw new BootError(
      `The copy in ${target} does not add up: ${fault}. Run tollgate audit on the original.`,
    );
  process.stdout.write(
    `Backed up ${accounts} accounts and ${entries} entries to ${target}. The books add up. ` +
      'The master key is not in it: keep a copy of the key elsewhere.\n',
  );
}

/** A moved file would fail later, with an SQLite error that names neither the file nor the remedy. */
function assertPresent(file: string): void {
  if (existsSync(file)) return;
  throw new BootError(
    `There is no database file ${file}, so nothing was copied. If it was moved, put it back and run the command ` +
      'again. If it is elsewhere, set DATA_DIR, DATABASE_URL and LOG_DATABASE_URL as for the gateway.',
  );
}

function prepareFolder(target: string): void {
  try {
    createFolder(target, 0o700);
    if (readdirSync(target).length === 0) return;
  } catch (cause) {
    throw new BootError(`The folder ${target} cannot be used (${describeSystemError(cause)}).`, { cause });
  }
  throw new BootError(`The folder ${target} is not empty. Name a new one.`);
}
