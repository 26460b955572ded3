import type { BuildRef } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { preloadBuild, preloadPage } from './preload.ts';

const asset = (name: string) => ({ url: `/assets/areas/logs/b/${name}`, integrity: 'sha384-x', bytes: 1 });
const build: BuildRef = {
  buildId: '0123456789',
  version: '1',
  container: 'area_logs__0123456789',
  entry: asset('entry.js'),
  preload: [asset('area.js')],
  pages: { '/log': [asset('log.js'), asset('log.css'), asset('area.js')] },
  i18n: { zh: asset('zh.js'), en: asset('en.js') },
};
const hints = () =>
  [...document.head.querySelectorAll('link')].map((link) => `${link.as} ${link.getAttribute('href')}`);
afterEach(() => document.head.replaceChildren());

test('a page is fetched ahead with its area, each file once, under the hash that the loader will ask for', () => {
  preloadBuild(build, 'en');
  preloadPage(build, '/log');
  preloadPage(build, '/log');
  const files = ['entry.js', 'area.js', 'en.js', 'log.js', 'log.css'];
  const kind = (file: string) => (file.endsWith('.css') ? 'style' : 'script');
  expect(hints()).toEqual(files.map((file) => `${kind(file)} /assets/areas/logs/b/${file}`));
  expect(document.head.querySelector('link')?.integrity).toBe('sha384-x');
});

test('a page that the build says nothing about costs nothing', () => {
  preloadPage(build, '/gone');
  preloadPage({ ...build, pages: undefined }, '/log');
  expect(hints()).toEqual([]);
});
