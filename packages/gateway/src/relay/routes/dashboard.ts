import { type AccountState, findAccount } from '../../modules/tokens/repository/relay-tokens.ts';
import type { TokenOwner } from '../access/token-cache.ts';
import type { RelayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { authenticate } from '../steps/authenticate.ts';

/** The remaining quota reported for a key without a limit. */
const UNLIMITED = 100_000_000;

/**
 * `GET /dashboard/billing/subscription`: the total quota of the key or its user. Old clients show it as their
 * limit.
 */
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

/** `GET /dashboard/billing/usage`: the used quota in hundredths. Ignores dates in the query. */
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

/** Units as the console shows them: in dollars or as stored. */
function shown({ options }: RelayContext, units: number): number {
  const { DisplayInCurrencyEnabled, QuotaPerUnit } = options.current;
  return DisplayInCurrencyEnabled ? units / QuotaPerUnit : units;
}
