import { expect, test } from 'vitest';
import { findNameFault } from './new-area.ts';

test.each([
  ['', 'npm run new area billing'],
  ['mfe-billing', 'npm run new area billing'],
  ['Billing', 'small letters'],
  ['9lives', 'small letters'],
  ['a--b', 'small letters'],
  ['dash-', 'small letters'],
  ['../logs', 'small letters'],
  ['x'.repeat(31), 'longer than 30'],
  ['logs', 'in mfe-logs'],
  ['token', 'belongs to mfe-user'],
  ['login', 'address of the shell'],
  ['pg', 'address of the gateway'],
])('an area cannot be called "%s", with the reason', async (name, reason) => {
  expect(await findNameFault(name)).toContain(reason);
});

test('a free name is accepted', async () => {
  expect(await findNameFault('audit-log-2')).toBeUndefined();
});
