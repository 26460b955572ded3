import { Role, type User, UserStatus, user } from '@tollgate/contract';

export const ada = makeUser(7, 'ada', 'Ada', Role.user);
export const admin = makeUser(2, 'grace', 'Grace', Role.admin);
export const root = makeUser(1, 'root', 'Root', Role.root);

function makeUser(id: number, username: string, display_name: string, role: number): User {
  return user.parse({ id, username, display_name, role, status: UserStatus.enabled, group: 'default' });
}
