import { noUsage, quotaOf } from '@tollgate/pricing';
import { type Grant, LedgerUnavailable } from '../ledger/index.ts';
import { findFunds } from '../repositories/relay-tokens.ts';
import { priceName } from '../services/ratios.ts';
import type { CallHold } from './bill.ts';
import type { RelayCaller } from './caller.ts';
import type { RelayContext } from './context.ts';
import type { Asked } from './dialects/dialect.ts';
import { RelayError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Payer } from './money-queue.ts';
import { ratiosOf } from './usage-log.ts';
import type { Worst } from './worst-case.ts';

/** A hold that is wanted, with what may be granted instead. Quota units. */
export interface Draft {
  readonly hold: CallHold;
  readonly least: number;
  readonly comfortable: number;
  /** As in `Leeway`. */
  readonly leastAlone?: number;
  readonly worst: Worst;
}

/** Takes the money at once or not at all. @throws {RelayError} 503 when the ledger cannot decide now */
export async function takeMoney(
  ctx: RelayContext,
  { startedAt }: Exchange,
  { owner }: RelayCaller,
  { model, stream }: Asked,
  { hold, least, comfortable, leastAlone }: Draft,
  isPatient: boolean,
): Promise<Grant> {
  const { id, price, group, amount, promptTokens, logged } = hold;
  const snapshot = {
    user_id: owner.userId,
    username: owner.username,
    token_id: owner.tokenId ?? 0,
    token_name: owner.tokenName,
    model_name: priceName(model),
    channel_id: 0,
    group,
    is_stream: stream ? 1 : 0,
    created_at: Math.floor(startedAt / 1000),
    prompt_tokens: promptTokens,
    ratios: ratiosOf(price),
    ...(!logged && { unlogged: true }),
  } as const;
  const estimate = quotaOf(price, { ...noUsage, input: promptTokens });
  const reservation = { id, userId: owner.userId, tokenId: owner.tokenId, amount, estimate, snapshot };
  try {
    const leeway = { least, comfortable, isPatient };
    return await ctx.ledger.reserveUpTo(
      reservation,
      leastAlone === undefined ? leeway : { ...leeway, leastAlone },
    );
  } catch (cause) {
    if (cause instanceof LedgerUnavailable) throw new RelayError(503, 'busy', {}, { cause, retryAfter: 2 });
    throw cause;
  }
}

/**
 * Takes the money as soon as other calls of the payer have given enough back, within some seconds. Then it takes what
 * is there. Refuses at once when the money would not suffice without those calls either.
 *
 * @throws {RelayError} 503 when the ledger cannot decide now
 */
export async function waitForMoney(
  ctx: RelayContext,
  exchange: Exchange,
  caller: RelayCaller,
  asked: Asked,
  draft: Draft,
): Promise<Grant> {
  let grant = await takeMoney(ctx, exchange, caller, asked, draft, true);
  if (!(await mayCome(ctx, caller, grant, draft))) return grant;
  const mustBeAlone = draft.leastAlone !== undefined;
  const turn = ctx.moneyQueue.enter(payerOf(caller, grant), asked.body.length, mustBeAlone);
  try {
    while (await turn?.comes()) {
      if (exchange.response.destroyed) return grant;
      grant = await takeMoney(ctx, exchange, caller, asked, draft, true);
      if (!(await mayCome(ctx, caller, grant, draft))) return grant;
    }
    return await takeMoney(ctx, exchange, caller, asked, draft, false);
  } finally {
    turn?.leave();
  }
}

/** All payers of a call: other calls may wait for what they get back. */
export function payersOf({ owner }: Pick<RelayCaller, 'owner'>): Payer[] {
  const user: Payer = { ownerType: 'user', ownerId: owner.userId };
  return owner.tokenId === null ? [user] : [user, { ownerType: 'token', ownerId: owner.tokenId }];
}

/** Who could not pay. */
function payerOf({ owner }: RelayCaller, { outcome }: Grant): Payer {
  return outcome === 'insufficient_token' && owner.tokenId !== null
    ? { ownerType: 'token', ownerId: owner.tokenId }
    : { ownerType: 'user', ownerId: owner.userId };
}

/** Whether the call was refused only because other calls hold money at the moment. */
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
