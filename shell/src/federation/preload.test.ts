import { afterEach, expect, test } from 'vitest';
import { makeAsset, makeBuild } from '../testing/make-build.ts';
import { preloadBuild, preloadPage } from './preload.ts';

const build = makeBuild({
  preload: [makeAsset('area.js')],
  pages: { '/log': [makeAsset('log.js'), makeAsset('log.css'), makeAsset('area.js')] },
});
const hints = () =>
  [...document.head.querySelectorAll('link')].map((link) => `${link.as} ${link.getAttribute('href')}`);
afterEach(() => document.head.replaceChildren());

test("a page is prefetched with its area, each file once, with the loader's integrity hash", () => {
  preloadBuild(build, 'en');
  preloadPage(build, '/log');
  preloadPage(build, '/log');
  const files = ['entry.js', 'area.js', 'en.js', 'log.js', 'log.css'];
  const kind = (file: string) => (file.endsWith('.css') ? 'style' : 'script');
  expect(hints()).toEqual(files.map((file) => `${kind(file)} /assets/areas/logs/b/${file}`));
  expect(document.head.querySelector('link')?.integrity).toBe('sha384-x');
});

test('a page without listed files is not prefetched', () => {
  preloadPage(build, '/gone');
  preloadPage({ ...build, pages: undefined }, '/log');
  expect(hints()).toEqual([]);
});
