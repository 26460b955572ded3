import { scopeSelector } from '@tollgate/contract';
import { findCssReach } from '@tollgate/federation';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { scopeCss } from './scope-css.ts';

const build = { id: 'logs', buildId: 'aaaaaaaaaa' };
const S = scopeSelector(build.id, build.buildId);
const scoped = (css: string) => postcss([scopeCss(build)]).process(css, { from: undefined }).css;

test.each([
  ['.page { color: red }', `.page${S} { color: red }`],
  ['.a .b, td > i:hover { margin: 0 }', `.a .b${S}, td > i:hover${S} { margin: 0 }`],
  ['.a::before:hover { margin: 0 }', `.a${S}::before:hover { margin: 0 }`],
  ['.a:before .b { margin: 0 }', `.a:before .b${S} { margin: 0 }`],
  ['::selection { color: red }', `${S}::selection { color: red }`],
  ['* { margin: 0 }', `*${S} { margin: 0 }`],
  ['@media print { .a { margin: 0 } }', `@media print { .a${S} { margin: 0 } }`],
])('a build limits its styles to its part of the page: %s', (css, expected) => {
  expect(scoped(css)).toBe(expected);
  expect(findCssReach(scoped(css), build)).toEqual([]);
});

test('a build has animations of its own', () => {
  const css = scoped('@keyframes spin { to { rotate: 1turn } } .a { animation: 1s spin, 2s tg-fade }');
  expect(css).toContain('@keyframes logs-aaaaaaaaaa-spin { to { rotate: 1turn } }');
  expect(css).toContain('animation: 1s logs-aaaaaaaaaa-spin, 2s tg-fade');
  expect(findCssReach(css, build)).toEqual([]);
});
