import type { DatabaseAddress } from '../db/address.ts';
import { openMysql } from './mysql-driver.ts';
import { openPostgres } from './postgres-driver.ts';
import { ServerStore } from './server-store.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { Store } from './types.ts';

/** The ledger's own connection to the main database. */
export async function openStore(address: DatabaseAddress, instance: string): Promise<Store> {
  switch (address.kind) {
    case 'sqlite':
      return new SqliteStore(address.file, instance);
    case 'postgres':
      return new ServerStore(await openPostgres(address.url), instance);
    case 'mysql':
      return new ServerStore(await openMysql(address.url), instance);
  }
}
