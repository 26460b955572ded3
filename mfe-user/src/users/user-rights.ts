import { Role, type User, UserStatus } from '@tollgate/contract';
import type { UserAction } from './users.data.ts';

type Person = Pick<User, 'role' | 'status' | 'DeletedAt'>;

/** Whether the server lets somebody of this role see and change that user: those below them, and root everybody. */
export function mayEdit(ownRole: number, user: Person): boolean {
  return user.DeletedAt === null && (ownRole >= Role.root || user.role < ownRole);
}

/**
 * What can be done with a user, in the order of a menu. Root cannot be demoted, disabled or deleted, and only root makes
 * administrators. Nothing can be done with somebody who is gone.
 */
export function actionsFor(ownRole: number, user: Person): UserAction[] {
  if (!mayEdit(ownRole, user)) return [];
  const isRoot = user.role >= Role.root;
  const isAdmin = user.role >= Role.admin;
  const isOn = user.status === UserStatus.enabled;
  return [
    ...(ownRole >= Role.root && !isAdmin ? (['promote'] as const) : []),
    ...(isAdmin && !isRoot ? (['demote'] as const) : []),
    ...(isOn ? [] : (['enable'] as const)),
    ...(isOn && !isRoot ? (['disable'] as const) : []),
    ...(isRoot ? [] : (['delete'] as const)),
  ];
}

/** Status 3 of imported accounts: they stay as they are. */
export function isLocked({ status }: Pick<User, 'status'>): boolean {
  return status !== UserStatus.enabled && status !== UserStatus.disabled;
}
