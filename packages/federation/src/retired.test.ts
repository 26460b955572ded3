import { expect, test } from 'vitest';
import { findRetired } from './retired.ts';

const retired = [
  { path: '/bill', to: '/token' },
  { path: '/bill/:id/part/:name', to: '/invoice/:name/of/:id' },
  { path: '/old', to: '/bill' },
  { path: '/round', to: '/about-round' },
  { path: '/about-round', to: '/round' },
  { path: '/gone/*', to: '' },
];

test.each([
  ['an address leads to its target', '/bill/', '/token'],
  ['the target gets the values of the address', '/bill/7/part/tax', '/invoice/tax/of/7'],
  ['a target that was retired too is followed', '/old', '/token'],
  ['addresses that lead in a circle are gone', '/round', ''],
  ['an address without a target is gone', '/gone/for/good', ''],
  ['any other address is unknown', '/bill/7', undefined],
])('%s', (_, pathname, target) => {
  expect(findRetired(retired, pathname)).toBe(target);
});
