import { type manageUser, type Output, type Parsed, Role, UserStatus } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { recordAction } from '../../audit/audit-log.ts';
import { callerOf } from '../../shared/caller.ts';
import { change, ofUser } from '../../shared/change.ts';
import { endAccess } from '../credentials/end-access.ts';
import * as table from '../repository/users.ts';
import { deregister } from './user-end.ts';
import { toUser } from './user-view.ts';
import { loadBelow } from './users.ts';

type Action = (tx: CallContext, user: table.UserRow) => Promise<void>;

/**
 * Applies one action to a user, in effect with their next request: sessions and access token end with the
 * rights that they had.
 *
 * @throws {AppError} `user_not_found`, `user_above`, `root_stays`, and those of the action
 */
export async function manage(
  ctx: CallContext,
  { id, action }: Parsed<typeof manageUser>,
): Promise<Output<typeof manageUser>> {
  const row = await change(ctx, ofUser(id, 'users', 'tokens'), async (tx) => {
    const before = await loadBelow(tx, id);
    await actions[action](tx, before);
    const after = { ...before, ...(await table.find(tx.db, id)) };
    recordAction(tx, {
      action: `user.${action}`,
      target: `user:${id}`,
      before: rights(before),
      after: rights(after),
    });
    return after;
  });
  return toUser(ctx, row);
}

export async function remove(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  await manage(ctx, { id, action: 'delete' });
  return undefined;
}

const actions: Record<Parsed<typeof manageUser>['action'], Action> = {
  async promote(tx, { id, role }) {
    if (callerOf(tx).role < Role.root) throw new AppError('promote_root_only');
    if (role >= Role.admin) throw new AppError('user_already_admin');
    await table.update(tx.db, id, { role: Role.admin });
    await endAccess(tx, id);
  },
  async demote(tx, user) {
    refuseRoot(user);
    if (user.role <= Role.user) throw new AppError('user_already_plain');
    await table.update(tx.db, user.id, { role: Role.user });
    await endAccess(tx, user.id);
  },
  async disable(tx, user) {
    refuseRoot(user);
    await table.update(tx.db, user.id, { status: UserStatus.disabled });
    await endAccess(tx, user.id);
  },
  async enable(tx, { id, status }) {
    if (status !== UserStatus.enabled && status !== UserStatus.disabled) throw new AppError('user_locked');
    await table.update(tx.db, id, { status: UserStatus.enabled });
  },
  async delete(tx, user) {
    refuseRoot(user);
    await deregister(tx, user.id);
  },
};

function refuseRoot({ role }: table.UserRow): void {
  if (role >= Role.root) throw new AppError('root_stays');
}

function rights({ role, status }: table.UserRow) {
  return { role, status };
}
