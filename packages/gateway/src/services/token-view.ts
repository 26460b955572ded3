import { type Token, TokenStatus } from '@tollgate/contract';
import { sealedPlace } from '../auth/sealed-places.ts';
import { tryOpen } from '../auth/secrets.ts';
import type { Context } from '../core/context.ts';
import type { TokenRow } from '../repositories/tokens.ts';
import * as accounts from './accounts.ts';
import { nowSeconds } from './caller.ts';

/** Rows as the wire shows them, with the money of all of them read in one query. A key that cannot be opened is empty. */
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
 * What an enabled token is at this moment. Nobody has to write it down: a later expiry or more quota, and it is enabled
 * again. `repositories/tokens.ts` asks the same of the database.
 */
export function tokenStatus(row: Limits, { remaining }: { remaining: number }, now: number): number {
  if (row.status !== TokenStatus.enabled) return row.status;
  if (row.expired_time !== -1 && row.expired_time <= now) return TokenStatus.expired;
  if (row.unlimited_quota === 0 && remaining <= 0) return TokenStatus.exhausted;
  return TokenStatus.enabled;
}
