import type { DatabaseAddress } from '../db/address.ts';
import { Silence } from '../db/silence.ts';
import type { Instance } from './instance.ts';
import { openMysql } from './mysql-driver.ts';
import { openPostgres } from './postgres-driver.ts';
import { ServerStore } from './server-store.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { Store } from './types.ts';

/** The ledger's own connection to the main database. */
export async function openStore(
  address: DatabaseAddress,
  instance: Pick<Instance, 'id' | 'place'>,
  silenceMs = SILENCE_MS,
): Promise<Store> {
  const silence = new Silence();
  silence.limit(silenceMs);
  switch (address.kind) {
    case 'sqlite':
      return new SqliteStore(address.file, instance);
    case 'postgres':
      return new ServerStore(await openPostgres(address.url, silence), instance);
    case 'mysql':
      return new ServerStore(await openMysql(address.url, silence), instance);
  }
}

/** Longer than a statement waits for a lock; a batch itself takes milliseconds. */
const SILENCE_MS = 20_000;
