import { AmountTooLargeError } from '@tollgate/pricing/decimal';
import type { CallContext, Context } from '../../core/context.ts';
import {
  type Balance,
  findBalance,
  listBalances,
  openAccount,
  post,
  setFloor,
  UNLIMITED_FLOOR,
} from '../../ledger/post.ts';

/** Money as the pages show it, in quota units. */
export interface Money {
  /** Balance minus the holds of running calls. */
  remaining: number;
  /** The holds of running calls. */
  held: number;
  used: number;
  /** Number of charged calls. */
  count: number;
}

export interface Owner {
  type: 'user' | 'token' | 'aff';
  id: number;
}

export async function read(ctx: Context, { type, id }: Owner): Promise<Money> {
  return toMoney(await findBalance(ctx.db, { ownerType: type, ownerId: id }));
}

/** Reads the money of many owners at once. */
export async function readMany(
  ctx: Context,
  type: Owner['type'],
  ids: readonly number[],
): Promise<(id: number) => Money> {
  const balances = await listBalances(ctx.db, type, ids);
  return (id) => toMoney(balances.get(id));
}

interface Opening {
  balance: number;
  /** May go below zero without a limit. */
  unlimited?: boolean;
  /** The reason of the opening balance. */
  kind: string;
  /** The user who made it; 0 for the system. */
  by: number;
}

/** Call in the transaction that creates the owner. */
export async function open(tx: Context, { type, id }: Owner, opening: Opening): Promise<void> {
  const { balance, unlimited = false, kind, by } = opening;
  const floor = unlimited ? UNLIMITED_FLOOR : 0;
  await openAccount(tx.db, { ownerType: type, ownerId: id, floor, balance, kind, ref: `${type}:${id}`, by });
}

/**
 * Sets the remaining quota to exactly `remaining`, by a ledger entry over the difference, and whether there
 * is a limit at all. Without `remaining` the quota stays. Call in the transaction of the edit.
 */
export async function setLimit(
  tx: CallContext,
  { type, id }: Owner,
  { remaining, unlimited }: { remaining?: number | undefined; unlimited: boolean },
): Promise<void> {
  const account = { ownerType: type, ownerId: id };
  await setFloor(tx.db, account, unlimited ? UNLIMITED_FLOOR : 0);
  if (remaining === undefined) return;
  const balance = await findBalance(tx.db, account);
  const amount = remaining - toMoney(balance).remaining;
  if (amount === 0) return;
  const meta = { by: tx.caller?.id ?? 0, reason: 'edited' };
  await post(tx.db, { ref: tx.requestId, kind: 'adjust', account, amount, meta, beyondFloor: true });
}

/**
 * Credits money under a named reason, once for each `ref`; creates a missing account. Call in the transaction
 * of the reason. Returns false, and credits nothing, when the balance cannot hold that much.
 */
export async function credit(
  tx: Context,
  owner: Owner,
  { amount, kind, ref, by = 0 }: { amount: number; kind: string; ref: string; by?: number },
): Promise<boolean> {
  const account = { ownerType: owner.type, ownerId: owner.id };
  const posting = { ref, kind, account, amount, meta: { by } };
  try {
    if ((await post(tx.db, posting)) !== 'unknown') return true;
    await open(tx, owner, { balance: 0, kind: 'grant', by });
    await post(tx.db, posting);
    return true;
  } catch (error) {
    if (!(error instanceof AmountTooLargeError)) throw error;
    tx.log.warn({ err: error, owner, kind, ref }, 'A gift was not given: the balance cannot hold that much');
    return false;
  }
}

function toMoney(balance: Balance | undefined): Money {
  if (!balance) return { remaining: 0, held: 0, used: 0, count: 0 };
  const { held, used, count } = balance;
  return { remaining: balance.balance - held, held, used, count };
}
