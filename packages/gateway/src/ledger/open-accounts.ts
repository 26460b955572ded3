import { type BulkInsert, insertMany } from '../db/bulk.ts';
import type { Db, OwnerType } from '../db/schema.ts';
import { accountId, toCost, toQuota } from './accounts.ts';

/** An account that another gateway kept until now. */
export interface TakenOverAccount {
  readonly ownerType: OwnerType;
  readonly ownerId: number;
  readonly floor?: number;
  /** May be below the floor: calls then wait for money. */
  readonly balance: number;
  /** What was spent before, and by how many calls. */
  readonly usedBefore: number;
  readonly countBefore: number;
}

/**
 * Opens new accounts, each with one entry `import` over its balance. Call it in the transaction that creates the
 * owners. @throws when an account exists, or for amounts that are not whole
 */
export async function openTakenOver(tx: Db, accounts: readonly TakenOverAccount[]): Promise<void> {
  const at = Math.floor(Date.now() / 1000);
  const rows: unknown[][] = [];
  const entries: unknown[][] = [];
  for (const { ownerType, ownerId, floor = 0, balance, usedBefore, countBefore } of accounts) {
    const id = accountId(ownerType, ownerId);
    const hasEntry = balance !== 0;
    const before = [toCost(usedBefore), toCost(countBefore)];
    rows.push([
      id,
      ownerType,
      ownerId,
      toQuota(balance),
      0,
      toQuota(floor),
      hasEntry ? 1 : 0,
      0,
      0,
      ...before,
    ]);
    if (hasEntry) entries.push([`${ownerType}:${ownerId}`, 'import', id, 1, balance, balance, at]);
  }
  await insertMany(tx, insertAccounts, rows);
  await insertMany(tx, insertEntries, entries);
}

const insertAccounts: BulkInsert = {
  table: 'account',
  columns: [
    ...['id', 'owner_type', 'owner_id', 'balance', 'held', 'floor', 'seq', 'used', 'count'],
    ...['used_before', 'count_before'],
  ],
};
const insertEntries: BulkInsert = {
  table: 'entry',
  columns: ['ref', 'kind', 'account', 'seq', 'amount', 'balance_after', 'at'],
};
