import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { ReadAccess, Reader, Reads } from '../../core/context.ts';
import { readLimits } from '../../core/limits.ts';
import type { Connection } from '../connect.ts';
import type { Db, LogDb } from '../schema.ts';
import { withRunner } from './read-executor.ts';
import { ReadQueue } from './read-queue.ts';
import type { ReaderFiles } from './reader-process.ts';
import { readOnServer } from './server-read.ts';
import { SqliteReaders } from './sqlite-readers.ts';
import { openSweeper } from './sqlite-sweeper.ts';

export interface OpenReads extends Reads {
  /** The ids of the reader processes, if there are any. */
  pids(): number[];
  close(): void;
}

export interface ReadOptions {
  /**
   * Whether separate processes read SQLite, as in a serving gateway. Otherwise the connections of the calling
   * thread read.
   */
  processes: boolean;
  /** Statements at a time. Default: as `readLimits` says. */
  running?: number;
}

/** Runs one statement of a database for a requester. */
type Run = (file: keyof ReaderFiles, query: CompiledQuery, reader: Reader) => Promise<QueryResult<unknown>>;

/** The databases for long reads: fair between requesters, limited in time, cancelled with their requester. */
export function openReads(
  connection: Connection,
  { processes, running = readLimits.running }: ReadOptions,
): OpenReads {
  const { db, gatedLogDb: logDb, address, logAddress } = connection;
  const files = {
    main: address.kind === 'sqlite' ? address.file : '',
    log: logAddress.kind === 'sqlite' ? logAddress.file : '',
  };
  const readers = processes && (files.main || files.log) ? new SqliteReaders(files) : undefined;
  const sweeping = processes && files.log ? openSweeper(logDb, files) : undefined;
  const queue = new ReadQueue({ ...readLimits, running });

  const run: Run = (file, query, reader) => {
    const base = (file === 'main' ? db : logDb) as Kysely<unknown>;
    const { limitMs = readLimits.listMs, signal } = reader;
    const inProcess = files[file] !== '' && readers;
    const read = inProcess
      ? async () => {
          const { sql, parameters } = query;
          return { rows: await inProcess.read({ file, sql, parameters }, { limitMs, signal }) };
        }
      : () => readOnServer(base, query, { limitMs, signal });
    return queue.run(reader, read);
  };
  const accessFor = (reader: Reader): ReadAccess => {
    const onThisThread = (file: string) => file !== '' && !readers;
    return {
      reader: onThisThread(files.main) ? db : (withRunner(db, (query) => run('main', query, reader)) as Db),
      logReader: onThisThread(files.log)
        ? logDb
        : (withRunner(logDb, (query) => run('log', query, reader)) as LogDb),
    };
  };

  return {
    accessFor,
    logSweeper: sweeping?.sweeper ?? logDb,
    pids: () => readers?.pids ?? [],
    close() {
      readers?.close();
      sweeping?.close();
    },
  };
}
