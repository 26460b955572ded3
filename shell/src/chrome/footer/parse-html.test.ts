import { expect, test } from 'vitest';
import { parseHtml } from './parse-html.ts';

test.each([
  ['plain text', 'a < b', ['a ', '<', ' b']],
  ['an end that was never opened', 'a</b>c', ['a', 'c']],
  ['a tag that never ends', '<b>a', [{ tag: 'b', children: ['a'] }]],
  ['ends out of order', '<b><i>a</b>c', [{ tag: 'b', children: [{ tag: 'i', children: ['a'] }] }, 'c']],
  ['characters by number', '&#169;&#x4e2d;&nope;', ['©中&nope;']],
  [
    'a > inside an attribute',
    '<a title="1 > 0" href="/x">a</a>',
    [{ tag: 'a', href: '/x', children: ['a'] }],
  ],
])('HTML with %s is read as a browser would', (_, html, nodes) => {
  expect(parseHtml(html)).toEqual(nodes);
});

test('a hundred thousand unclosed tags are parsed in one pass', () => {
  expect(parseHtml('<b '.repeat(100_000))).toBeInstanceOf(Array);
  expect(parseHtml('<!--'.repeat(100_000))).toBeInstanceOf(Array);
});
