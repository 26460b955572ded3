import { type Token, TokenStatus } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import * as accounts from '../billing/accounts.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { tryOpen } from '../secrets/secrets.ts';
import { nowSeconds } from '../shared/caller.ts';
import type { TokenRow } from './repository/tokens.ts';

/** Rows for the console API, with all balances read in one query. A key that cannot be opened is empty. */
export async function toTokens(ctx: Context, rows: readonly TokenRow[]): Promise<Token[]> {
  const money = await accounts.readMany(
    ctx,
    'token',
    rows.map(({ id }) => id),
  );
  return rows.map(({ key_hash, key_sealed, deleted_at: _, ...row }) => ({
    ...row,
    key: tryOpen(ctx.secrets, key_sealed, sealedPlace.tokenKey(key_hash)) ?? '',
    status: tokenStatus(row, money(row.id), nowSeconds(ctx)),
    unlimited_quota: row.unlimited_quota === 1,
    model_limits_enabled: row.model_limits_enabled === 1,
    remain_quota: money(row.id).remaining,
    used_quota: money(row.id).used,
    DeletedAt: null,
  }));
}

type Limits = Pick<TokenRow, 'status' | 'expired_time' | 'unlimited_quota'>;

/**
 * Returns the current status of an enabled token. It is not stored: a later expiry or more quota enables the
 * token again. `modules/tokens/repository/tokens.ts` applies the same rule in the database.
 */
export function tokenStatus(row: Limits, { remaining }: { remaining: number }, now: number): number {
  if (row.status !== TokenStatus.enabled) return row.status;
  if (row.expired_time !== -1 && row.expired_time <= now) return TokenStatus.expired;
  if (row.unlimited_quota === 0 && remaining <= 0) return TokenStatus.exhausted;
  return TokenStatus.enabled;
}
