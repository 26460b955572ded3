import { Role, type User, UserStatus } from '@tollgate/contract';
import type { UserAction } from './users.data.ts';

type Person = Pick<User, 'role' | 'status' | 'DeletedAt'>;

/** Returns whether the server lets this role see and change that user: lower roles, and for root everybody. */
export function mayEdit(ownRole: number, user: Person): boolean {
  return user.DeletedAt === null && (ownRole >= Role.root || user.role < ownRole);
}

/**
 * Returns the actions for a user, in menu order. Root cannot be demoted, disabled or deleted, and only root
 * creates administrators. A deleted user has no actions.
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

/** Status 3 of imported accounts: they cannot be changed. */
export function isLocked({ status }: Pick<User, 'status'>): boolean {
  return status !== UserStatus.enabled && status !== UserStatus.disabled;
}
