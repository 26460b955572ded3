import type { RouteAccess, User } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { reaches } from './session.ts';

const levels: RouteAccess[] = ['public', 'user', 'admin', 'root'];
const reached = (user: Pick<User, 'role'> | null) =>
  levels.filter((access) => reaches({ user: user as User | null }, access));

// @spec G002 G005
test('a visitor reaches what is public, and each role what is for it and below', () => {
  expect(reached(null)).toEqual(['public']);
  expect(reached({ role: 1 })).toEqual(['public', 'user']);
  expect(reached({ role: 10 })).toEqual(['public', 'user', 'admin']);
  expect(reached({ role: 100 })).toEqual(levels);
});
