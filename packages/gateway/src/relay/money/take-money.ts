import { noUsage, quotaOf } from '@tollgate/pricing';
import { type Grant, LedgerUnavailable } from '../../ledger/index.ts';
import { findFunds } from '../../modules/tokens/repository/relay-tokens.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { Call, PaidCall } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import { claimsOf, noteLeft } from '../limits/find-limits.ts';
import { admittedInput, type CallHold } from '../metering/bill.ts';
import type { Payer } from './money-queue.ts';
import { snapshotOf } from './snapshot.ts';

/** A requested hold and the smaller amounts that may be granted. Quota units. */
export interface Draft {
  readonly hold: CallHold;
  readonly least: number;
  readonly comfortable: number;
  /** As in `Leeway`. */
  readonly leastAlone?: number;
}

/** Takes the money at once or not at all. @throws {RelayError} 503 when the ledger cannot decide now */
export async function takeMoney(
  ctx: RelayContext,
  { exchange, caller: { owner }, relayRequest, limits }: PaidCall,
  { hold, least, comfortable, leastAlone }: Omit<Draft, 'worstCost'> & Partial<Draft>,
  isPatient: boolean,
): Promise<Grant> {
  const { id, price, amount } = hold;
  const snapshot = snapshotOf(owner, hold, relayRequest, exchange.startedAt);
  const estimate = quotaOf(price, { ...noUsage, input: admittedInput(hold) });
  const { userId, tokenId } = owner;
  const claims = limits && claimsOf(limits.booked, hold, Math.floor(ctx.now() / 1000));
  const reservation = { id, userId, tokenId, amount, estimate, snapshot, ...(claims && { claims }) };
  try {
    const leeway = { least, comfortable, isPatient };
    const grant = await ctx.ledger.reserveUpTo(
      reservation,
      leastAlone === undefined ? leeway : { ...leeway, leastAlone },
    );
    if (limits && claims) noteLeft(limits, claims, grant.left);
    return grant;
  } catch (cause) {
    if (cause instanceof LedgerUnavailable) throw new RelayError(503, 'busy', {}, { cause, retryAfter: 2 });
    throw cause;
  }
}

/**
 * Takes the money as soon as other calls of the payer release enough, within some seconds. Then takes what is
 * available. Fails at once when the money would not suffice without those calls either.
 *
 * @throws {RelayError} 503 when the ledger cannot decide now
 */
export async function waitForMoney(
  ctx: RelayContext,
  call: Omit<Call, 'group'>,
  draft: Draft,
): Promise<Grant> {
  const { exchange, caller, relayRequest } = call;
  let grant = await takeMoney(ctx, call, draft, true);
  if (!(await mayCome(ctx, caller, grant, draft))) return grant;
  const mustBeAlone = draft.leastAlone !== undefined;
  const ticket = ctx.moneyQueue.enter(payerOf(caller, grant), relayRequest.body.length, { mustBeAlone });
  try {
    while (await ticket?.waitForTurn()) {
      if (exchange.response.destroyed) return grant;
      grant = await takeMoney(ctx, call, draft, true);
      if (!(await mayCome(ctx, caller, grant, draft))) return grant;
    }
    return await takeMoney(ctx, call, draft, false);
  } finally {
    ticket?.leave();
  }
}

/** All payers of a call: other calls may wait for the money that they get back. */
export function payersOf({ owner }: PaidCall['caller']): Payer[] {
  const user: Payer = { ownerType: 'user', ownerId: owner.userId };
  return owner.tokenId === null ? [user] : [user, { ownerType: 'token', ownerId: owner.tokenId }];
}

/** The payer with too little money. */
function payerOf({ owner }: RelayCaller, { outcome }: Grant): Payer {
  return outcome === 'insufficient_token' && owner.tokenId !== null
    ? { ownerType: 'token', ownerId: owner.tokenId }
    : { ownerType: 'user', ownerId: owner.userId };
}

/** Whether the call failed only because other calls hold money now. */
async function mayCome(
  { db }: RelayContext,
  caller: RelayCaller,
  grant: Grant,
  { least, leastAlone = least }: Draft,
): Promise<boolean> {
  if (grant.outcome !== 'insufficient_user' && grant.outcome !== 'insufficient_token') return false;
  const payer = payerOf(caller, grant);
  const { total } = await findFunds(db, payer.ownerType, payer.ownerId);
  return total >= leastAlone;
}
