import type { Config } from '../config.ts';
import { parseAddress } from '../db/address.ts';
import { type AppliedBatch, SharedWriter, SqliteStore } from '../ledger/index.ts';
import type { Operation } from '../ledger/types.ts';

/** The one writer of the ledger on SQLite, for all workers. */
export interface LedgerWriter {
  apply(batch: readonly Operation[]): Promise<AppliedBatch>;
  close(): Promise<void>;
}

/** Opens the database with the first batch: the first worker has prepared it by then. */
export function createLedgerWriter({ databaseUrl, dataDir }: Config): LedgerWriter {
  let opened: { writer: SharedWriter; store: SqliteStore } | undefined;

  function open() {
    const address = parseAddress(databaseUrl, dataDir, 'tollgate.db');
    if (address.kind !== 'sqlite') throw new Error('Workers write to database servers themselves');
    // The workers are instances of the ledger; their parent has no calls.
    const store = new SqliteStore(address.file, { id: '', place: '' });
    return { store, writer: new SharedWriter(store) };
  }

  return {
    async apply(batch) {
      opened ??= open();
      return opened.writer.apply(batch);
    },
    async close() {
      await opened?.store.close();
    },
  };
}
