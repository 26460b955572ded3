import { expect, test } from 'vitest';
import { actionsFor, isLocked, mayEdit } from './user-rights.ts';
import { ada, admin, banned, gone, locked, root } from './users.fixtures.ts';

test.each([
  ['root may do to a user', 100, ada, ['promote', 'disable', 'delete']],
  ['root may do to an admin', 100, admin, ['demote', 'disable', 'delete']],
  ['root may do to root', 100, root, []],
  ['an admin may do to a user', 10, ada, ['disable', 'delete']],
  ['an admin may do to an admin', 10, admin, []],
  ['an admin may do to somebody banned', 10, banned, ['enable', 'delete']],
  ['anybody may do to somebody who is gone', 100, gone, []],
] as const)('what %s', (_, ownRole, user, expected) => {
  expect(actionsFor(ownRole, user)).toEqual(expected);
});

test('an admin edits lower roles, and root every existing user', () => {
  expect([ada, admin, root, gone].map((user) => mayEdit(10, user))).toEqual([true, false, false, false]);
  expect([ada, admin, root, gone].map((user) => mayEdit(100, user))).toEqual([true, true, true, false]);
});

test('a status unknown to the product is locked', () => {
  expect([ada, banned, locked].map(isLocked)).toEqual([false, false, true]);
});
