import type { LogDb } from '../schema.ts';
import { withRunner } from './read-executor.ts';
import { type ReaderFiles, ReaderProcess } from './reader-process.ts';

/**
 * The log database for deletions, in a process that may write. It runs one statement at a time, each in its
 * own transaction, and ends after an idle time. Ending it during a statement rolls that one back.
 */
export function openSweeper(logDb: LogDb, files: ReaderFiles): { sweeper: LogDb; close(): void } {
  let process: ReaderProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function close(): void {
    clearTimeout(idle);
    process?.kill();
    process = undefined;
  }

  const sweeper = withRunner(logDb, ({ sql, parameters }) => {
    const run = async () => {
      clearTimeout(idle);
      if (!process || process.hasEnded) process = new ReaderProcess(files, { writable: true });
      const { rows, changes } = await process.run({ file: 'log', sql, parameters });
      idle = setTimeout(close, IDLE_MS).unref();
      return { rows, numAffectedRows: BigInt(changes) };
    };
    const statement = last.then(run);
    last = statement.catch(() => {});
    return statement;
  });
  return { sweeper, close };
}

const IDLE_MS = 5_000;
