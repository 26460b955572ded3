import {
  type getTokenBalance,
  type listTokenUsage,
  type Output,
  type Parsed,
  TokenStatus,
} from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import * as accounts from '../billing/accounts.ts';
import { listOfToken } from '../limits/limit-usage.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import * as sums from '../usage/repository/usage-sums.ts';
import { findKeyProblem, readAllowedAddresses } from './key-state.ts';
import * as relayTokens from './repository/relay-tokens.ts';
import * as tokens from './repository/tokens.ts';

/** For small charts: every day of the last 30, including days without usage. Leaves out other users' ids. */
export async function list(
  ctx: CallContext,
  { ids }: Parsed<typeof listTokenUsage>,
): Promise<Output<typeof listTokenUsage>> {
  const own = await tokens.listOwnIds(ctx.db, callerOf(ctx).id, ids);
  const today = nowSeconds(ctx) - (nowSeconds(ctx) % DAY_SECONDS);
  const from = today - (DAYS - 1) * DAY_SECONDS;
  const rows = await sums.listTokenDays(ctx.logReader, own, { from, to: today });
  const rowsByDay = new Map(rows.map((row) => [`${row.token_id} ${row.created_at}`, row]));
  return own.map((id) => ({
    id,
    days: Array.from({ length: DAYS }, (_, index) => {
      const created_at = from + index * DAY_SECONDS;
      return rowsByDay.get(`${id} ${created_at}`) ?? { created_at, count: 0, token_used: 0, quota: 0 };
    }),
  }));
}

/** For programs that have only the key. @throws {AppError} those of `findByKey` */
export async function balance(
  ctx: CallContext,
  { key }: Parsed<typeof getTokenBalance>,
): Promise<Output<typeof getTokenBalance>> {
  const row = await findByKey(ctx, key);
  const { remaining, used } = await accounts.read(ctx, { type: 'token', id: row.id });
  const models = row.model_limits.split(',').filter(Boolean);
  return {
    code: true,
    data: {
      object: 'token_usage',
      name: row.name,
      total_granted: remaining + used,
      total_used: used,
      total_available: remaining,
      unlimited_quota: row.unlimited_quota === 1,
      model_limits: Object.fromEntries(models.map((model) => [model, true as const])),
      model_limits_enabled: row.model_limits_enabled === 1,
      expires_at: row.expired_time === -1 ? 0 : row.expired_time,
      limits: await listOfToken(ctx, { id: row.id, userId: row.user_id }),
    },
  };
}

/**
 * Returns the row of a key that may be used from the caller's address, by the rules of the relay. One
 * exception: a key without quota may still read its usage.
 *
 * @param key with or without `sk-`, as people copy it
 * @throws {AppError} `token_key_unknown`, `token_key_disabled`, `token_key_expired`,
 * `token_key_owner_disabled`, `token_key_address`
 */
export async function findByKey(ctx: CallContext, key: string): Promise<tokens.TokenRow> {
  const hash = ctx.secrets.hash(key.replace(/^sk-/, ''));
  const [state, row] = await Promise.all([
    relayTokens.findByHash(ctx.db, hash),
    tokens.findByHash(ctx.db, hash),
  ]);
  if (!state || !row) throw new AppError('token_key_unknown');
  const isExhausted = state.tokenStatus === TokenStatus.exhausted;
  const tokenStatus = isExhausted ? TokenStatus.enabled : state.tokenStatus;
  const problem = findKeyProblem({ ...state, tokenStatus }, ctx.now());
  if (problem) throw new AppError(PROBLEM_CODES[problem]);
  const addresses = readAllowedAddresses(state.allowIps);
  if (addresses && !addresses.includes(ctx.ip)) throw new AppError('token_key_address', { ip: ctx.ip });
  return row;
}

const PROBLEM_CODES = {
  exhausted: 'token_exhausted',
  expired: 'token_key_expired',
  disabled: 'token_key_disabled',
  user_disabled: 'token_key_owner_disabled',
} as const;
const DAYS = 30;
const DAY_SECONDS = 86_400;
