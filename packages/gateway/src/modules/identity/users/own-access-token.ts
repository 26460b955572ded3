import {
  type createAccessToken,
  type getAccessToken,
  type Output,
  type Parsed,
  Role,
} from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { callerOf, nowSeconds } from '../../shared/caller.ts';
import { change, ofUser } from '../../shared/change.ts';
import * as accessTokens from '../credentials/access-tokens.ts';
import { refuseOldSignIn } from '../entry/recent-sign-in.ts';
import * as table from '../repository/access-tokens.ts';

export async function get(ctx: CallContext): Promise<Output<typeof getAccessToken>> {
  return (await table.findOfUser(ctx.db, callerOf(ctx).id)) ?? null;
}

/**
 * Creates a token in place of the last one. An administrator's token can do much, so it needs a recent
 * sign-in. A request that the token itself signs cannot change its expiry: a person who finds a token must
 * not be able to keep it.
 *
 * @throws {AppError} `sign_in_again`, `invalid_input`
 */
export async function create(
  ctx: CallContext,
  { name, expires_at }: Parsed<typeof createAccessToken>,
): Promise<Output<typeof createAccessToken>> {
  const { id, role, sessionId } = callerOf(ctx);
  if (role >= Role.admin) refuseOldSignIn(ctx);
  if (expires_at !== undefined && expires_at <= nowSeconds(ctx)) {
    throw new AppError('invalid_input', { field: 'expires_at', reason: 'in_the_past' });
  }
  return change(ctx, ofUser(id, 'users'), async (tx) => {
    recordAction(tx, { action: 'user.access_token', target: `user:${id}` });
    const last = sessionId === null ? await table.findOfUser(tx.db, id) : undefined;
    return accessTokens.replace(tx, id, {
      name: name || last?.name || '',
      expiresAt: last?.expires_at ?? expires_at ?? null,
    });
  });
}

export async function revoke(ctx: CallContext): Promise<undefined> {
  const { id } = callerOf(ctx);
  await change(ctx, ofUser(id, 'users'), async (tx) => {
    if (!(await table.removeOfUser(tx.db, id))) return;
    recordAction(tx, { action: 'user.access_token_revoke', target: `user:${id}` });
  });
  return undefined;
}
