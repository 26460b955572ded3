import { type Config, readConfig } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { type DatabaseGoneError, findDatabaseGone, LogDatabaseGoneError } from '../core/database-gone.ts';
import { isStorageFull } from '../core/storage-full.ts';
import { findRefusal } from '../db/refused-connection.ts';
import { isDamage } from '../db/sqlite-damage.ts';
import { damageFound } from '../db/sqlite-texts.ts';
import { version } from '../modules/settings/version.ts';
import { areaCommand } from './area.ts';
import { auditCommand } from './audit.ts';
import { backupCommand } from './backup.ts';
import { demoCommand } from './demo.ts';
import { importCommand } from './import/import.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { passwordCommand } from './password.ts';
import { restoreCommand } from './restore.ts';
import { serve } from './serve.ts';
import { workerCommand } from './worker.ts';

/** Runs one command of `tollgate`. Prints a message for errors that the operator can fix, and exits 1. */
export async function run([command = 'serve', ...rest]: string[]): Promise<void> {
  if (helpWords.includes(command)) return print(usage);
  if (versionWords.includes(command)) return print(version);
  try {
    const action = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!action) throw new BootError(usage);
    await action(readConfig(), rest);
  } catch (cause) {
    const error = toBootError(cause);
    if (!(error instanceof BootError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const helpWords = ['help', '--help', '-h'];
const versionWords = ['version', '--version', '-v'];

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function toBootError(cause: unknown): unknown {
  if (cause instanceof BootError) return cause;
  if (isDamage(cause)) return damageFound(cause.message, cause);
  if (isStorageFull(cause)) return new BootError(STORAGE_FULL, { cause });
  const gone = findDatabaseGone(cause);
  if (gone) return new BootError(databaseGone(gone), { cause });
  const refusal = findRefusal(cause);
  return refusal === undefined ? cause : new BootError(databaseRefuses(refusal), { cause });
}

function databaseGone(error: DatabaseGoneError): string {
  const [what, setting] =
    error instanceof LogDatabaseGoneError
      ? ['The log database', 'LOG_DATABASE_URL']
      : ['The database', 'DATABASE_URL'];
  return `${what} cannot be reached or takes no work (${error.code}). Look whether its server runs and takes writes, and whether ${setting} leads to it. Then start again.`;
}

function databaseRefuses(refusal: string): string {
  return `The database server refuses the connection: ${refusal}. Correct DATABASE_URL or LOG_DATABASE_URL, or create the user and the database. Then start again.`;
}

const STORAGE_FULL =
  'The disk is full. Free some space on the disk of the data folder, or of the database server, and start again.';

const commands: Record<string, (config: Config, rest: string[]) => Promise<void>> = {
  serve,
  worker: workerCommand,
  migrate: migrateCommand,
  audit: auditCommand,
  backup: backupCommand,
  restore: restoreCommand,
  import: importCommand,
  keys: keysCommand,
  password: passwordCommand,
  // A gateway needs no YAML.
  export: async (...order) => (await import('./declared.ts')).exportCommand(...order),
  plan: async (...order) => (await import('./declared.ts')).planCommand(...order),
  apply: async (...order) => (await import('./declared.ts')).applyCommand(...order),
  drift: async (...order) => (await import('./declared.ts')).driftCommand(...order),
  demo: demoCommand,
  area: areaCommand,
};

const usage = `Usage: tollgate <command>
  serve        run the gateway (default)
  migrate      bring the databases up to date
  audit        check that all money adds up; exits 1 when it does not
  backup ...   copy the SQLite databases into a new folder while the gateway runs
  restore ...  put such a copy in the place of the databases of a stopped gateway
  import ...   take everything over from new-api, one-api or LiteLLM
  export ...   write the configuration of this gateway as one file
  plan ...     print what applying such a file would change
  apply ...    make the gateway what such a file says
  drift ...    exit with 1 when the gateway is not what the file says
  keys new     print a fresh master key
  keys check   see whether the master key opens the database
  keys rotate  seal the database with a new master key
  password ... print a new password for a user who cannot sign in
  demo off     let the site be changed again (demo on: make it read-only)
  area ...     publish builds of areas and decide who gets them
  help         print this list
  version      print the version`;
