import { type AccountState, findAccount } from '../repositories/relay-tokens.ts';
import type { RelayContext } from './context.ts';
import type { Exchange } from './exchange.ts';
import { authenticate } from './steps/authenticate.ts';
import type { TokenOwner } from './token-cache.ts';

/** What a key without a limit is said to have left. */
const UNLIMITED = 100_000_000;

/** `GET /dashboard/billing/subscription`: what the key, or its user, had in all. Old clients show it as their limit. */
export async function getSubscription(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { balance, used } = await stateOf(ctx, owner);
  const isUnlimited = ctx.options.current.DisplayTokenStatEnabled && owner.unlimited;
  const total = isUnlimited ? UNLIMITED : shown(ctx, balance + used);
  return JSON.stringify({
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: total,
    hard_limit_usd: total,
    system_hard_limit_usd: total,
    access_until: Math.max(0, owner.expiresAt),
  });
}

/** `GET /dashboard/billing/usage`: what was used of it, in hundredths. Dates in the query mean nothing. */
export async function getUsage(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { used } = await stateOf(ctx, owner);
  return JSON.stringify({ object: 'list', total_usage: shown(ctx, used) * 100 });
}

async function stateOf(ctx: RelayContext, { tokenId, userId }: TokenOwner): Promise<AccountState> {
  const byToken = ctx.options.current.DisplayTokenStatEnabled && tokenId !== null;
  const account = byToken
    ? await findAccount(ctx.db, 'token', tokenId)
    : await findAccount(ctx.db, 'user', userId);
  return account ?? { balance: 0, used: 0 };
}

/** Units as the console shows them: as dollars, or as they are. */
function shown({ options }: RelayContext, units: number): number {
  const { DisplayInCurrencyEnabled, QuotaPerUnit } = options.current;
  return DisplayInCurrencyEnabled ? units / QuotaPerUnit : units;
}
