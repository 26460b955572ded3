import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  ['nothing', null, '/token'],
  ['a page of the console', { from: '/log?model=x#top' }, '/log?model=x#top'],
  ['the login page itself', { from: '/login?expired=true' }, '/token'],
  ['another site', { from: 'https://evil.example' }, '/token'],
  ['another site without a scheme', { from: '//evil.example' }, '/token'],
  ['another site behind a backslash', { from: '/\\evil.example' }, '/token'],
])('after signing in, %s leads to the right page', (_, state, path) => {
  expect(returnPath(state)).toBe(path);
});
