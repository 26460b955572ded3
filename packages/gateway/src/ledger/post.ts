import type { Insertable, Selectable } from 'kysely';
import { forUpdate, insertIfNew } from '../db/portable.ts';
import type { AccountTable, Db, OwnerType } from '../db/schema.ts';
import { accountId, toQuota } from './accounts.ts';

export { accountId, UNLIMITED_FLOOR } from './accounts.ts';
export { openTakenOver, type TakenOverAccount } from './open-accounts.ts';

export interface Owner {
  readonly ownerType: OwnerType;
  readonly ownerId: number;
}

export interface NewAccount extends Owner {
  /** The minimum of the balance: 0 by default, `UNLIMITED_FLOOR` for an unlimited token. */
  readonly floor?: number;
  readonly balance: number;
  /** The reason for the first money: grant, import ... */
  readonly kind: string;
  /** The unique name of the event, such as `user:7`. */
  readonly ref: string;
  /** The actor: a user id, or 0 for the system. */
  readonly by: number;
}

export interface Posting {
  /** Names the event. The same ref, kind and account are booked once. */
  readonly ref: string;
  readonly kind: string;
  readonly account: Owner;
  /** Quota units; negative takes away. */
  readonly amount: number;
  /** Actor and reason; stored as JSON. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Also takes money that running calls hold, down to any debt: for manual corrections. */
  readonly beyondFloor?: boolean;
}

/** `duplicate`: booked before, no change. `insufficient`: below the floor. `unknown`: no such account. */
export type PostOutcome = 'ok' | 'duplicate' | 'insufficient' | 'unknown';

/** Quota units. */
export interface Balance {
  readonly balance: number;
  /** Reserved for calls under way. */
  readonly held: number;
  /** What new calls may spend: balance - held - floor. */
  readonly available: number;
  readonly floor: number;
  /** Cost of all calls so far. */
  readonly used: number;
  /** Number of calls so far. */
  readonly count: number;
}

/** Call it in the transaction that creates the owner. Returns false and changes nothing if it exists. */
export async function openAccount(
  tx: Db,
  { ownerType, ownerId, floor = 0, balance, kind, ref, by }: NewAccount,
): Promise<boolean> {
  const id = accountId(ownerType, ownerId);
  const empty = { balance: 0, held: 0, seq: 0, used: 0, count: 0 };
  const row: Insertable<AccountTable> = {
    id,
    owner_type: ownerType,
    owner_id: ownerId,
    floor: toQuota(floor),
    ...empty,
  };
  if (!(await insertIfNew(tx, 'account', row))) return false;
  if (balance === 0) return true;

  const account = { ownerType, ownerId };
  await post(tx, { ref, kind, account, amount: balance, meta: { by }, beyondFloor: true });
  return true;
}

/**
 * Moves money into or out of an account, exactly once. Call it in the transaction of the reason for it (the
 * redeemed code, the paid order). Several accounts in one transaction: in ascending order of `accountId`.
 * @throws {AmountTooLargeError} when the amount or the new balance is not an exact number; nothing has changed then
 * @throws {RangeError} for amounts that are not whole
 */
export async function post(
  tx: Db,
  { ref, kind, account, amount, meta, beyondFloor }: Posting,
): Promise<PostOutcome> {
  if (kind === 'usage') throw new RangeError('Usage is charged by reserve and settle alone');
  const id = accountId(account.ownerType, account.ownerId);
  const row = await forUpdate(
    tx,
    tx.selectFrom('account').selectAll().where('id', '=', id),
  ).executeTakeFirst();
  if (!row) return 'unknown';
  if (await isPosted(tx, ref, kind, id)) return 'duplicate';

  const balance = toQuota(row.balance + toQuota(amount));
  if (amount < 0 && !beyondFloor && balance - row.held < row.floor) return 'insufficient';

  const seq = row.seq + 1;
  await tx.updateTable('account').set({ balance, seq }).where('id', '=', id).execute();
  await tx
    .insertInto('entry')
    .values({
      ref,
      kind,
      account: id,
      seq,
      amount,
      balance_after: balance,
      token_account: null,
      token_seq: null,
      token_balance_after: null,
      meta: meta ? JSON.stringify(meta) : null,
      at: Math.floor(Date.now() / 1000),
    })
    .execute();
  return 'ok';
}

/** For a token that becomes limited or unlimited. Returns false when there is no such account. */
export async function setFloor(tx: Db, { ownerType, ownerId }: Owner, floor: number): Promise<boolean> {
  const id = accountId(ownerType, ownerId);
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ floor: toQuota(floor) })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function findBalance(db: Db, { ownerType, ownerId }: Owner): Promise<Balance | undefined> {
  return (await listBalances(db, ownerType, [ownerId])).get(ownerId);
}

/** Balances by owner id, in one query; owners without an account are left out. */
export async function listBalances(
  db: Db,
  ownerType: OwnerType,
  ownerIds: readonly number[],
): Promise<Map<number, Balance>> {
  if (ownerIds.length === 0) return new Map();
  const ids = ownerIds.map((ownerId) => accountId(ownerType, ownerId));
  const rows = await db.selectFrom('account').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.owner_id, balanceOf(row)]));
}

function balanceOf({ balance, held, floor, ...row }: Selectable<AccountTable>): Balance {
  const used = row.used + row.used_before;
  return {
    balance,
    held,
    available: balance - held - floor,
    floor,
    used,
    count: row.count + row.count_before,
  };
}

async function isPosted(tx: Db, ref: string, kind: string, account: number): Promise<boolean> {
  const entry = await tx
    .selectFrom('entry')
    .select('seq')
    .where('ref', '=', ref)
    .where('kind', '=', kind)
    .where('account', '=', account)
    .executeTakeFirst();
  return entry !== undefined;
}
