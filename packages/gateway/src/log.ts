import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { StorageAlarm } from './core/storage-alarm.ts';
import { findStorageFull } from './core/storage-full.ts';
import { redact, redactTree } from './net/redact.ts';

/**
 * Logs lines of JSON. Keys and passwords are removed from every line. Bodies are never logged. Errors of a
 * full disk become one sentence, which is repeated once a minute while the disk stays full.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const alarm = new StorageAlarm(() => log.warn('The disk has room again. Calls are taken as before.'));
  const settings = {
    level,
    base: null,
    formatters: { log: (fields: object) => redactTree(fields) as Record<string, unknown> },
    hooks: {
      logMethod(this: Logger, parts: unknown[], method: (...parts: unknown[]) => void) {
        const code = findStorageFull((parts[0] as { err?: unknown } | undefined)?.err);
        if (code === undefined) method.apply(this, parts.map(withoutSecrets));
        else if (alarm.shouldReport()) method.call(this, { code }, STORAGE_FULL);
      },
    },
  };
  const log = (destination ? pino(settings as never, destination) : pino(settings as never)) as Logger;
  return log;
}

const STORAGE_FULL =
  'The disk is full: new calls are refused with 503 until there is room. Calls under way are booked as soon as ' +
  'possible. Free some space on the disk of the data folder, or of the database server.';

function withoutSecrets(part: unknown): unknown {
  return typeof part === 'string' ? redact(part) : part;
}
