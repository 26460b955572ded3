import { join } from 'node:path';
import type { Db } from '../db/schema.ts';
import { UNLIMITED_FLOOR } from '../ledger/accounts.ts';
import { type OpenedLedger, openLedger } from '../ledger/index.ts';
import { claim } from '../ledger/instance.ts';
import { openAccount } from '../ledger/post.ts';
import { openStore } from '../ledger/store.ts';
import type { OpenDatabase } from './databases.ts';

/** Opens a ledger on a test database; an error that it retries fails the test, unless `onError` is set. */
export function openTestLedger(
  connection: OpenDatabase,
  dataDir = connection.options.dataDir,
  onError: (error: unknown) => void = fail,
): Promise<OpenedLedger> {
  return openLedger({ connection, dataDir, onError });
}

function fail(error: unknown): void {
  throw error;
}

/** Opens accounts of users 1..users, each with a token of the same number and the same balance. */
export async function fillAccounts(
  db: Db,
  users: number,
  balance: number,
  tokenBalance = balance,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let id = 1; id <= users; id++) {
      await openAccount(tx, {
        ownerType: 'user',
        ownerId: id,
        balance,
        kind: 'grant',
        ref: `user:${id}`,
        by: 0,
      });
      const floor = tokenBalance === 0 ? UNLIMITED_FLOOR : 0;
      const token = { ownerType: 'token', ownerId: id, floor, balance: tokenBalance } as const;
      await openAccount(tx, { ...token, kind: 'grant', ref: `token:${id}`, by: 0 });
    }
  });
}

export { reservation, usageRecord } from './records.ts';

/** Opens the store alone, at a separate place, for a process that is about to be killed. */
export async function openTestStore(opened: OpenDatabase, place: string) {
  const instance = claim(join(opened.options.dataDir, 'ledger', place));
  if (!instance) throw new Error(`place ${place} is taken`);
  const { id, folder, release } = instance;
  return { store: await openStore(opened.address, instance), instance: id, folder, release };
}
