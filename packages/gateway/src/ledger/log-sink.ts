import { LogDatabaseGoneError } from '../core/database-gone.ts';
import type { LogOutage } from '../db/log-outage.ts';
import { isRowError } from '../db/row-error.ts';
import type { UsageRow } from './usage-row.ts';

type Write = (rows: readonly UsageRow[]) => Promise<void>;

interface SinkOptions {
  /** Writes rows to the log database. Existing rows stay unchanged. */
  readonly record: Write;
  /** Puts rows into the outbox of the main database. Existing rows stay unchanged. */
  readonly shelter: Write;
  /** Deletes delivered rows from the main database. A failure does not count as one of the log database. */
  readonly forget?: Write;
  /** Absent when the log is in the main database. */
  readonly outage: LogOutage | undefined;
}

/** The ways in which rows reach the usage log. Without an outage object all of them are `record`. */
export interface LogSink {
  /**
   * Writes rows to the outbox while the log database is away. `waiting` is the number of rows in memory: when
   * they are many, the first failure begins the outage.
   *
   * @throws at the beginning of an outage: retry
   */
  write(rows: readonly UsageRow[], waiting?: number): Promise<void>;
  /** Writes to the outbox the rows that the log database refuses. */
  readonly writeOrQueue: Write;
  /** @throws when the log database does not accept the rows, at once during an outage */
  readonly deliver: Write;
  /** Writes even during an outage, to find out whether it is over. */
  readonly attempt: Write;
}

/** A batch normally takes milliseconds. A server that is silent for this long counts as failing. */
const WRITE_LIMIT_MS = 3_000;
/** As many as the recorder gathers. */
const MOST_AT_ONCE = 1024;
/** One part in this many is tried after a write that took too long. */
const SHRINKING = 4;
/** Twice as many rows take half of the limit at most. */
const QUICK_MS = WRITE_LIMIT_MS / 4;
/** New calls are refused when 10,000 wait in memory (`ledger.ts`). */
const MANY_WAITING = 2_000;

export function createLogSink({ record, shelter, forget, outage }: SinkOptions): LogSink {
  if (!outage) return { write: record, writeOrQueue: record, deliver: record, attempt: record };

  const attempt = inParts(record);
  const tryWrite = async (rows: readonly UsageRow[], waiting = 0) => {
    try {
      await attempt(rows);
      outage.recordSuccess();
    } catch (error) {
      if (error instanceof WriteTooLongError) outage.begin(error.cause);
      else if (!isRowError(error) && waiting > MANY_WAITING) outage.begin(error);
      else if (!isRowError(error)) outage.recordFailure(error);
      throw error;
    }
  };
  return {
    attempt,
    async write(rows, waiting) {
      if (!outage.isAway) {
        try {
          await tryWrite(rows, waiting);
          return await forget?.(rows);
        } catch (error) {
          // Reads the state again, because the failure may have begun the outage.
          if (!isAway(outage)) throw error;
        }
      }
      await shelter(rows);
    },
    async writeOrQueue(rows) {
      const written =
        !outage.isAway &&
        (await tryWrite(rows).then(
          () => true,
          () => false,
        ));
      if (written) await forget?.(rows);
      else await shelter(rows);
    },
    async deliver(rows) {
      if (outage.isAway) throw away();
      await tryWrite(rows);
    },
  };
}

/**
 * Writes in parts that are smaller after one that took too long, and larger again while they are quick. A batch that
 * a busy database cannot take within the limit would fail at its size for ever.
 */
function inParts(record: Write): Write {
  let size = MOST_AT_ONCE;
  return async (rows) => {
    let from = 0;
    do {
      const part = rows.slice(from, from + size);
      const startedAt = performance.now();
      try {
        await withLimit(record(part));
      } catch (error) {
        if (error instanceof WriteTooLongError && part.length > 0) size = Math.ceil(part.length / SHRINKING);
        throw error;
      }
      from += part.length;
      if (performance.now() - startedAt < QUICK_MS) size = Math.min(MOST_AT_ONCE, size * 2);
    } while (from < rows.length);
  };
}

class WriteTooLongError extends Error {
  constructor() {
    super(`The log database did not take rows within ${WRITE_LIMIT_MS} ms`, { cause: away() });
    this.name = 'WriteTooLongError';
  }
}

function away(): LogDatabaseGoneError {
  return new LogDatabaseGoneError('ETIMEDOUT', new Error('the log database does not take rows'));
}

function isAway(outage: LogOutage): boolean {
  return outage.isAway;
}

/** Ignores the result after the limit: if the rows arrive after all, writing them again changes nothing. */
async function withLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WriteTooLongError()), WRITE_LIMIT_MS);
  });
  work.catch(() => {});
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
