import type { Logger } from 'pino';
import { findDatabaseGone, LogDatabaseGoneError } from '../core/database-gone.ts';
import { findStorageFull, isStorageFull } from '../core/storage-full.ts';
import { withinTime } from '../core/within-time.ts';
import type { Connection } from '../db/connect.ts';
import type { LogOutage } from '../db/log-outage.ts';
import { isLogUpToDate, migrateLog } from '../db/migrate.ts';

export interface LogDatabase {
  /**
   * Looks after the log database until the returned function is called: notices that a server does not answer, and
   * applies migrations and calls `tryRows` when it is back.
   */
  watch(tryRows: () => Promise<void>): () => void;
}

/** How long a start waits for the log database, with its migrations. Then calls are served without it. */
const START_MS = 10_000;
const LOOK_EVERY_MS = 5_000;
const FIRST_RETRY_MS = 500;
/** A server that is away and holds a connection open is dropped after so long, so that a fresh one is tried. */
const SILENCE_WHILE_AWAY_MS = 5_000;
const ANSWER_MS = 3_000;

/**
 * Brings the log database up to date. A server that does not answer, a full disk and a migration that takes long do not
 * keep the gateway from starting: the outage begins, and `watch` goes on.
 *
 * @throws for everything else, such as a wrong password: the operator has to act before it can ever work
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
    opened.catch(() => {}); // After the time nobody listens; the next try fails in the same way.
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

  /** Applies migrations, once. A try that still runs is waited for. */
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
        await limitLogSilence(0, false); // A migration may take as long as it takes.
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
