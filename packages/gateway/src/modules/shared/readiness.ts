import type { Context } from '../../core/context.ts';
import * as migrations from './repository/migrations.ts';

/** What can keep a gateway from taking calls. The names are public: `/readyz` returns them. */
export type ReadinessCheck = 'draining' | 'database' | 'database_file' | 'migrations' | 'journal';

/** What a gateway can lack for a while. The names are public, like those of the checks. */
export type Degradation = 'log_database';

/** Whether this gateway takes calls, for load balancers and for the server itself. */
export interface Readiness {
  /** True when the gateway is about to end: `/readyz` says so, and load balancers choose another one. */
  readonly isDraining: boolean;
  /** True when new calls are refused. */
  readonly isClosed: boolean;
  drain(): void;
  /** Refuses new calls from now on. */
  close(): void;
  /**
   * Lists the checks that fail; none when the gateway can take calls. Returns within `CHECK_MS`, and checks
   * at most once in `FRESH_MS` however often it is called.
   */
  failingChecks(): Promise<readonly ReadinessCheck[]>;
  /** Lists what is unavailable although the gateway can take calls. */
  listDegraded(): readonly Degradation[];
}

/** A check that takes longer has failed. */
const CHECK_MS = 2000;
const FRESH_MS = 1000;

/**
 * An unavailable log database does not fail a check: calls continue without it, and all gateways that share
 * it would leave the load balancer at once. A moved SQLite log file fails one, because it belongs to this
 * gateway alone.
 */
export function createReadiness({
  db,
  ledger,
  log,
  findMovedFiles,
  isLogDatabaseAway,
}: Pick<Context, 'db' | 'ledger' | 'log' | 'findMovedFiles' | 'isLogDatabaseAway'>): Readiness {
  let isDraining = false;
  let isClosed = false;
  let last: Promise<readonly ReadinessCheck[]> | undefined;
  let lastAt = 0;
  let reported = '';
  const database = withinTime(async () => {
    await ledger.checkDatabase();
    return (await migrations.hasAll(db)) ? [] : ['migrations' as const];
  }, ['database']);
  const journal = withinTime(async () => ledger.checkJournal().then(() => []), ['journal']);

  async function check(): Promise<readonly ReadinessCheck[]> {
    const movedFiles = findMovedFiles();
    const failing = (await Promise.all([database(), journal()])).flat();
    if (movedFiles.length > 0) failing.push('database_file');
    const names = failing.join(', ');
    if (names !== reported)
      log.warn(
        { failing, ...(movedFiles.length > 0 && { movedFiles }) },
        names ? 'Not ready to take calls' : 'Ready to take calls again',
      );
    reported = names;
    return failing;
  }

  return {
    get isDraining() {
      return isDraining;
    },
    get isClosed() {
      return isClosed;
    },
    drain() {
      isDraining = true;
    },
    close() {
      isDraining = true;
      isClosed = true;
    },
    async failingChecks() {
      if (isDraining) return ['draining'];
      const now = performance.now();
      if (!last || now - lastAt > FRESH_MS) {
        last = check();
        lastAt = now;
      }
      return last;
    },
    listDegraded: () => (isLogDatabaseAway() ? ['log_database'] : []),
  };
}

/** Runs a check that may hang: never twice at once, and with `failed` as its result when it throws or takes too long. */
function withinTime(
  run: () => Promise<ReadinessCheck[]>,
  failed: ReadinessCheck[],
): () => Promise<ReadinessCheck[]> {
  let running: Promise<ReadinessCheck[]> | undefined;
  return async () => {
    running ??= run()
      .catch(() => failed)
      .finally(() => {
        running = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<ReadinessCheck[]>((resolve) => {
      timer = setTimeout(resolve, CHECK_MS, failed).unref();
    });
    return Promise.race([running, late]).finally(() => clearTimeout(timer));
  };
}
