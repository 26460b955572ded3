import type { Logger } from 'pino';
import { findDatabaseGone, LogDatabaseGoneError } from '../core/database-gone.ts';
import { findStorageFull, isStorageFull } from '../core/storage-full.ts';
import { withinTime } from '../core/within-time.ts';
import type { Connection } from '../db/connect.ts';
import type { LogOutage } from '../db/log-outage.ts';
import { isLogUpToDate, migrateLog } from '../db/migrate.ts';

export interface LogDatabase {
  /**
   * Monitors the log database until the returned function is called: notices that a server does not answer,
   * and applies migrations and calls `tryRows` when it is back.
   */
  watch(tryRows: () => Promise<void>): () => void;
}

/** How long a start waits for the log database and its migrations. Then calls are served without it. */
const START_MS = 10_000;
const LOOK_EVERY_MS = 5_000;
const FIRST_RETRY_MS = 500;
/** A silent server that holds a connection open is dropped after this time, to try a new connection. */
const SILENCE_WHILE_AWAY_MS = 5_000;
const ANSWER_MS = 3_000;

/**
 * Migrates the log database. An unresponsive server, a full disk or a slow migration does not keep the
 * gateway from starting: the outage begins, and `watch` continues.
 *
 * @throws for everything else, such as a wrong password, which the operator has to fix
 */
export async function openLogDatabase(connection: Connection, log: Logger): Promise<LogDatabase> {
  const { logDb, logOutage: outage } = connection;
  if (!outage) {
    await migrateLog(logDb);
    return { watch: () => () => {} };
  }
  const keeper = new LogDatabaseKeeper(connection, outage, log);
  await keeper.open();
  return keeper;
}

class LogDatabaseKeeper implements LogDatabase {
  readonly #connection: Connection;
  readonly #outage: LogOutage;
  readonly #log: Logger;
  readonly #isServer: boolean;
  #preparation: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #tryRows: (() => Promise<void>) | undefined;
  #retryMs = FIRST_RETRY_MS;
  #isRunning = false;

  constructor(connection: Connection, outage: LogOutage, log: Logger) {
    this.#connection = connection;
    this.#outage = outage;
    this.#log = log;
    this.#isServer = connection.logAddress.kind !== 'sqlite';
    outage.onChange((isAway, error) => this.#report(isAway, error));
  }

  async open(): Promise<void> {
    let isReady = false;
    const opened = this.#prepare().then(
      () => {
        isReady = true;
      },
      (error: unknown) => {
        if (!findDatabaseGone(error) && !isStorageFull(error)) throw error;
        this.#outage.begin(error);
      },
    );
    opened.catch(() => {}); // After START_MS this promise has no listener; the next try fails the same way.
    await withinTime(opened, START_MS);
    if (!isReady) this.#outage.begin(silent());
  }

  watch(tryRows: () => Promise<void>): () => void {
    this.#tryRows = tryRows;
    this.#schedule();
    return () => {
      this.#tryRows = undefined;
      clearTimeout(this.#timer);
    };
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#tryRows || this.#isRunning) return;
    const isAway = this.#outage.isAway;
    if (!isAway) this.#retryMs = FIRST_RETRY_MS;
    this.#timer = setTimeout(() => void this.#look(), isAway ? this.#retryMs : LOOK_EVERY_MS).unref();
    if (isAway) this.#retryMs = Math.min(LOOK_EVERY_MS, this.#retryMs * 2);
  }

  async #look(): Promise<void> {
    this.#isRunning = true;
    try {
      if (this.#outage.isAway) {
        await this.#prepare();
        await this.#tryRows?.();
      } else if (this.#isServer) {
        await this.#ask();
        this.#outage.recordSuccess();
      }
    } catch (error) {
      if (!this.#outage.isAway) this.#outage.recordFailure(error);
      else if (!findDatabaseGone(error) && !isStorageFull(error))
        this.#log.error({ err: error }, 'The log database could not be brought back; it is tried again');
    } finally {
      this.#isRunning = false;
      this.#schedule();
    }
  }

  /** Applies migrations, once. Waits for a try that still runs. */
  #prepare(): Promise<void> {
    this.#preparation ??= this.#migrate().catch((error: unknown) => {
      this.#preparation = undefined;
      throw error;
    });
    return this.#preparation;
  }

  async #migrate(): Promise<void> {
    const { logDb, limitLogSilence, refuseSharedLogSessions } = this.#connection;
    if (this.#isServer) {
      await limitLogSilence(SILENCE_WHILE_AWAY_MS, false);
      const isUpToDate = await inTime(isLogUpToDate(logDb));
      await refuseSharedLogSessions();
      if (!isUpToDate) {
        await limitLogSilence(0, false); // A migration has no time limit.
        await migrateLog(logDb);
      }
    } else await migrateLog(logDb);
    await limitLogSilence();
  }

  async #ask(): Promise<void> {
    await inTime(isLogUpToDate(this.#connection.logDb));
  }

  #report(isAway: boolean, error: unknown): void {
    if (isAway) {
      if (findDatabaseGone(error) && this.#isServer)
        void this.#connection.limitLogSilence(SILENCE_WHILE_AWAY_MS, false);
      const code = findDatabaseGone(error)?.code ?? findStorageFull(error) ?? String(error);
      this.#log.warn({ code }, AWAY);
    } else {
      if (this.#preparation) void this.#connection.limitLogSilence(undefined, false);
      this.#log.warn('The log database takes rows again. Those that waited follow now.');
    }
    this.#schedule();
  }
}

const AWAY =
  'The log database takes no rows: calls go on and are charged, their rows wait in the main database, and the usage ' +
  'log cannot be read meanwhile. Look whether the server runs, accepts connections and has room on its disk.';

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent()), ANSWER_MS);
  });
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function silent(): LogDatabaseGoneError {
  return new LogDatabaseGoneError('ETIMEDOUT', new Error('the log database does not answer'));
}
