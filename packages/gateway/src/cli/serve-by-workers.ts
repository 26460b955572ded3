import type { Logger } from 'pino';
import { createLocalLimits } from '../cache/limits.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import { listAddresses } from '../db/connect.ts';
import { type SqliteThread, startSqliteThread } from '../db/sqlite-thread.ts';
import { createSharedLimits } from '../workers/shared-limits.ts';
import { Supervisor } from '../workers/supervisor.ts';
import { onSignals } from './end-process.ts';
import { EXIT_INTERNAL } from './last-resort.ts';
import { createLedgerWriter } from './ledger-writer.ts';

/** Longer than a worker needs to book what its calls used after they were cut. */
const KILL_AFTER_MS = 14_500;

/**
 * Runs several workers behind one port until a signal stops them. This process starts and replaces them, counts
 * limits for all of them, and writes the ledger on SQLite.
 */
export function serveByWorkers(config: Config, log: Logger, workers: number): void {
  const { monotonicNow } = systemClock;
  const writer = createLedgerWriter(config);
  let thread: SqliteThread | undefined;
  const supervisor = new Supervisor({
    count: workers,
    log,
    limits: createSharedLimits(createLocalLimits(monotonicNow), monotonicNow),
    apply: writer.apply,
    patienceMs: config.drainSeconds * 1000 + KILL_AFTER_MS,
    async onReady(greeting) {
      process.stdout.write(greeting);
      thread = await startSqliteThread({ checkpointed: listAddresses(config) });
    },
    async onEnd(code) {
      await thread?.stop();
      await writer.close();
      process.exit(code);
    },
  });
  onSignals((manner) => supervisor.drain(manner));
  const fail = (err: unknown) => {
    log.fatal({ err }, 'An unexpected error: exiting');
    process.exit(EXIT_INTERNAL);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}
