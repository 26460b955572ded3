import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { findDatabaseGone, LogDatabaseGoneError } from './core/database-gone.ts';
import { findDatabaseMoved } from './core/database-moved.ts';
import { StorageAlarm } from './core/storage-alarm.ts';
import { findStorageFull } from './core/storage-full.ts';
import { redact, redactTree } from './net/redact.ts';

/**
 * Logs lines of JSON. Keys and passwords are removed from every line. Bodies are never logged. Errors of a
 * full disk, a moved database file and a missing database server become one sentence each, repeated once a
 * minute while they last.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const full = new StorageAlarm(() => log.warn('The disk has room again. Calls are taken as before.'));
  const movedFile = new StorageAlarm(() =>
    log.warn('No write was refused for a moved database file lately.'),
  );
  const serverGone = new StorageAlarm(() => log.warn('No statement failed for a missing database lately.'));
  const logServerGone = new StorageAlarm(() =>
    log.warn('No statement failed for a missing log database lately.'),
  );
  const settings = {
    level,
    base: null,
    formatters: { log: (fields: object) => redactTree(fields) as Record<string, unknown> },
    hooks: {
      logMethod(this: Logger, parts: unknown[], method: (...parts: unknown[]) => void) {
        const { err } = (parts[0] ?? {}) as { err?: unknown };
        const code = findStorageFull(err);
        const moved = findDatabaseMoved(err);
        const gone = findDatabaseGone(err);
        if (code !== undefined) {
          if (full.shouldReport()) method.call(this, { code }, STORAGE_FULL);
        } else if (moved) {
          if (movedFile.shouldReport()) method.call(this, `${moved.message} ${REFUSED_MEANWHILE}`);
        } else if (gone) {
          if (gone instanceof LogDatabaseGoneError) {
            if (logServerGone.shouldReport()) method.call(this, { code: gone.code }, LOG_DATABASE_GONE);
          } else if (serverGone.shouldReport()) method.call(this, { code: gone.code }, DATABASE_GONE);
        } else method.apply(this, parts.map(withoutSecrets));
      },
    },
  };
  const log = (destination ? pino(settings as never, destination) : pino(settings as never)) as Logger;
  return log;
}

const STORAGE_FULL =
  'The disk is full: new calls are refused with 503 until there is room. Calls under way are booked as soon as ' +
  'possible. Free some space on the disk of the data folder, or of the database server.';

const DATABASE_GONE =
  'The database server cannot be reached or takes no work: requests that need it are refused with 503 meanwhile. ' +
  'Look whether the server runs, accepts connections and may be written to.';

const LOG_DATABASE_GONE =
  'The log database cannot be reached or takes no work: calls go on, and pages that read the usage log are refused with ' +
  '503 meanwhile. Look whether its server runs, accepts connections and may be written to.';

const REFUSED_MEANWHILE = 'New calls and changes are refused with 503 meanwhile.';

function withoutSecrets(part: unknown): unknown {
  return typeof part === 'string' ? redact(part) : part;
}
