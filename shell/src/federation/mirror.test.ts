import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBuild } from '../testing/make-build.ts';
import { createMirror } from './mirror.ts';

const MIRROR = 'https://cdn.example';
const build = makeBuild({ mirrored: true });
const openPage = (mirror = MIRROR) => createMirror(() => mirror);

beforeEach(() => sessionStorage.clear());
afterEach(() => document.head.replaceChildren());

test('a marked build comes from the mirror, another one from the gateway', () => {
  const page = openPage();
  const other = makeBuild({ container: 'area_logs__other' });
  expect(page.takeBuild(build).entry.url).toBe(MIRROR + build.entry.url);
  expect(page.isFromMirror(build)).toBe(true);
  expect(page.takeBuild(other)).toBe(other);
  expect(page.isFromMirror(other)).toBe(false);
});

test('a page that names no mirror takes a remembered build from the gateway', () => {
  expect(openPage('').takeBuild(build)).toBe(build);
});

test('a failure ends the mirror for the tab, once for each build that came from there', () => {
  const page = openPage();
  page.takeBuild(build);
  expect(page.leave(build)).toBe(true);
  expect(page.leave(build)).toBe(false);
  expect(page.takeBuild(build)).toBe(build);
  expect(openPage().takeBuild(build)).toBe(build);
  expect(openPage('https://other.example').takeBuild(build)).not.toBe(build);
});

test('a script of the build that never arrived makes room for the one of the gateway', () => {
  const page = openPage();
  page.takeBuild(build);
  const other = `${MIRROR}/assets/areas/user/b/page.js`;
  for (const src of [`${MIRROR}/assets/areas/logs/b/page.js`, other])
    document.head.append(Object.assign(document.createElement('script'), { src, type: 'text/plain' }));
  page.leave(build);
  expect([...document.head.querySelectorAll('script')].map(({ src }) => src)).toEqual([other]);
});
