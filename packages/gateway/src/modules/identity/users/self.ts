import type { getSelf, listOwnModels, Output } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import * as abilities from '../../channels/repository/abilities.ts';
import { usableGroups } from '../../models/groups.ts';
import { callerOf } from '../../shared/caller.ts';
import * as users from '../repository/users.ts';
import { toUser } from './user-view.ts';

/** Returns the signed-in user with the balance from the ledger. */
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
