import { noUsage } from '../core/chat.ts';
import { type Grant, LedgerUnavailable } from '../ledger/index.ts';
import { findFunds } from '../repositories/relay-tokens.ts';
import { quotaOf } from '../services/pricing.ts';
import { priceName } from '../services/ratios.ts';
import type { CallHold } from './bill.ts';
import type { RelayCaller } from './caller.ts';
import type { RelayContext } from './context.ts';
import type { Asked } from './dialects/dialect.ts';
import { RelayError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { ratiosOf } from './usage-log.ts';
import type { Worst } from './worst-case.ts';

/** A hold that is wanted, with what may be granted instead. Quota units. */
export interface Draft {
  readonly hold: CallHold;
  readonly least: number;
  readonly comfortable: number;
  readonly worst: Worst;
}

/** Takes the money at once or not at all. @throws {RelayError} 503 when the ledger cannot decide now */
export async function takeMoney(
  ctx: RelayContext,
  { startedAt }: Exchange,
  { owner }: RelayCaller,
  { model, stream }: Asked,
  { hold, least, comfortable }: Draft,
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
    return await ctx.ledger.reserveUpTo(reservation, { least, comfortable, isPatient });
  } catch (cause) {
    if (cause instanceof LedgerUnavailable) throw new RelayError(503, 'busy', {}, { cause, retryAfter: 2 });
    throw cause;
  }
}

/**
 * Takes the money as soon as other calls of the payer have given enough back, for `ctx.moneyWaitMs` at most. Then it
 * takes what is there. Refuses at once when the money would not suffice without those calls either.
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
  const { userId } = caller.owner;
  const deadline = performance.now() + ctx.moneyWaitMs;
  for (;;) {
    const grant = await takeMoney(ctx, exchange, caller, asked, draft, true);
    if (exchange.response.destroyed || !(await mayCome(ctx, caller, grant, draft.least))) return grant;
    if (performance.now() >= deadline || !ctx.moneyQueue.hasRoom(userId, asked.body.length))
      return takeMoney(ctx, exchange, caller, asked, draft, false);
    await ctx.moneyQueue.wait(userId);
  }
}

/** Whether the call was refused only because other calls hold money at the moment. */
async function mayCome(
  { db }: RelayContext,
  { owner }: RelayCaller,
  { outcome }: Grant,
  least: number,
): Promise<boolean> {
  if (outcome !== 'insufficient_user' && outcome !== 'insufficient_token') return false;
  const isToken = outcome === 'insufficient_token' && owner.tokenId !== null;
  const { total } = isToken
    ? await findFunds(db, 'token', owner.tokenId)
    : await findFunds(db, 'user', owner.userId);
  return total >= least;
}
