import { expect, test } from 'vitest';
import { withOwnArea } from './with-own-area.ts';

const folder = '/home/team/billing';
const own = { id: 'billing' } as Parameters<typeof withOwnArea>[2]['own'];

test.each([
  ['publish', [], [folder]],
  ['publish', ['--oidc'], [folder, '--oidc']],
  ['publish', ['.', '--oidc'], ['.', '--oidc']],
  ['publish', ['--oidc', 'other'], ['--oidc', 'other']],
  ['doctor', [], [folder]],
  ['rollback', ['--oidc'], ['billing', '--oidc']],
  ['list', ['--oidc'], ['billing', '--oidc']],
  ['canary', ['0123456789', '5', '--oidc'], ['billing', '0123456789', '5', '--oidc']],
])('%s %j is for the area of the folder', (action, typed, expected) => {
  expect(withOwnArea(action, typed, { own, folder })).toEqual(expected);
});
