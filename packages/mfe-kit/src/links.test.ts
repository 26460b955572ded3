import { expect, test } from 'vitest';
import { linksFile, renderLinks, renderLinksOf } from './links.ts';

test('the pages that the compiler knows are those of the manifests; -u writes them anew', async () => {
  await expect(await renderLinks()).toMatchFileSnapshot(linksFile);
});

test('links are written in the order of their names, with what they may tell', () => {
  const text = renderLinksOf([
    { links: { 'b.page': { path: '/b/:id' } } },
    {},
    { links: { 'a.list': { path: '/a', query: ['q', 'p'] } } },
  ]);
  expect(text.split('\n').slice(2, 4)).toEqual([
    "  'a.list': { path: '/a', query: ['q', 'p'] },",
    "  'b.page': { path: '/b/:id' },",
  ]);
});
