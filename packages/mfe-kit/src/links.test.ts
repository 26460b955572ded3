import { expect, test } from 'vitest';
import { linksFile, renderLinks, renderLinksOf } from './links.ts';

test('the generated links match the manifests; -u rewrites them', async () => {
  await expect(await renderLinks()).toMatchFileSnapshot(linksFile);
});

test('links are sorted by name and include their query parameters', () => {
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
