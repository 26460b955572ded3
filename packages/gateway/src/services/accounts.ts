import { AmountTooLargeError } from '@tollgate/pricing/decimal';
import type { CallContext, Context } from '../core/context.ts';
import {
  type Balance,
  findBalance,
  listBalances,
  openAccount,
  post,
  setFloor,
  UNLIMITED_FLOOR,
} from '../ledger/post.ts';

/** Money as the pages show it, in quota units. */
export interface Money {
  /** What is left after what running calls hold. */
  remaining: number;
  used: number;
  /** Calls that were charged. */
  count: number;
}

export interface Owner {
  type: 'user' | 'token' | 'aff';
  id: number;
}

export async function read(ctx: Context, { type, id }: Owner): Promise<Money> {
  return toMoney(await findBalance(ctx.db, { ownerType: type, ownerId: id }));
}

/** The money of many owners, read at once. */
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
  /** May go below zero as far as it likes. */
  unlimited?: boolean;
  /** Why there is money from the beginning. */
  kind: string;
  /** Who made it; 0 for the system. */
  by: number;
}

/** Call in the transaction that makes the owner. */
export async function open(tx: Context, { type, id }: Owner, opening: Opening): Promise<void> {
  const { balance, unlimited = false, kind, by } = opening;
  const floor = unlimited ? UNLIMITED_FLOOR : 0;
  await openAccount(tx.db, { ownerType: type, ownerId: id, floor, balance, kind, ref: `${type}:${id}`, by });
}

/**
 * Sets what is left to exactly `remaining`, by an entry over the difference, and whether there is a limit at all.
 * Left out, what is left stays. Call in the transaction of the edit.
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
 * Gives money for a reason that has a name of its own, once for each `ref`; an owner without an account gets one. Call
 * in the transaction of the reason. Returns false, and gives nothing, where the balance cannot hold that much.
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
  if (!balance) return { remaining: 0, used: 0, count: 0 };
  return { remaining: balance.balance - balance.held, used: balance.used, count: balance.count };
}
