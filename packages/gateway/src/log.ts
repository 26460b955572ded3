import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { redact, redactTree } from './net/redact.ts';

/** Lines of JSON, from which keys and passwords are taken out whoever writes them. Bodies are never logged. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const settings = {
    level,
    base: null,
    formatters: { log: (fields: object) => redactTree(fields) as Record<string, unknown> },
    hooks: {
      logMethod(this: Logger, parts: unknown[], method: (...parts: unknown[]) => void) {
        method.apply(this, parts.map(withoutSecrets));
      },
    },
  };
  return (destination ? pino(settings as never, destination) : pino(settings as never)) as Logger;
}

function withoutSecrets(part: unknown): unknown {
  return typeof part === 'string' ? redact(part) : part;
}
