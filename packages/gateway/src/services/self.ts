import {
  type createAccessToken,
  type getSelf,
  type listOwnModels,
  type Output,
  Role,
} from '@tollgate/contract';
import * as accessTokens from '../auth/access-tokens.ts';
import type { CallContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import * as abilities from '../repositories/abilities.ts';
import * as users from '../repositories/users.ts';
import { recordAction } from './audit-log.ts';
import { callerOf } from './caller.ts';
import { change } from './change.ts';
import { usableGroups } from './groups.ts';
import { refuseOldSignIn } from './recent-sign-in.ts';
import { toUser } from './user-view.ts';

/** The signed-in user with the money as the ledger has it. */
export async function get(ctx: CallContext): Promise<Output<typeof getSelf>> {
  const { id } = callerOf(ctx);
  const row = await users.find(ctx.db, id);
  if (!row) throw new AppError('not_signed_in');
  return toUser(ctx, row);
}

/** The models that some enabled channel offers to one of the caller's groups. */
export function listModels(ctx: CallContext): Promise<Output<typeof listOwnModels>> {
  return abilities.listModels(ctx.db, Object.keys(usableGroups(ctx, callerOf(ctx).group)));
}

/** A new one in place of the one before. With that of an administrator much can be done. @throws {AppError} `sign_in_again` */
export async function replaceAccessToken(ctx: CallContext): Promise<Output<typeof createAccessToken>> {
  const { id, role } = callerOf(ctx);
  if (role >= Role.admin) refuseOldSignIn(ctx);
  return change(ctx, ['users'], (tx) => {
    recordAction(tx, { action: 'user.access_token', target: `user:${id}` });
    return accessTokens.replace(tx, id);
  });
}
