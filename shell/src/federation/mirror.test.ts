import type { BuildRef } from '@tollgate/contract';
import { beforeEach, expect, test, vi } from 'vitest';

const MIRROR = 'https://cdn.example';
const file = (name: string) => ({
  url: `/assets/areas/logs/aaaaaaaaaa/${name}`,
  integrity: 'sha384-A',
  bytes: 1,
});
const build: BuildRef = {
  buildId: 'aaaaaaaaaa',
  version: '1.0.0',
  container: 'area_logs__aaaaaaaaaa',
  entry: file('entry.js'),
  preload: [file('static/area.js')],
  mirrored: true,
};

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

async function openPage(mirror?: string) {
  document.body.innerHTML = `<script type="application/json" id="console-registry">${JSON.stringify({ mirror })}</script>`;
  return await import('./mirror.ts');
}

test('a marked build comes from the mirror, another one from the gateway', async () => {
  const { isFromMirror, takeBuild } = await openPage(MIRROR);
  const { mirrored: _, ...other } = build;
  expect(takeBuild(build).entry.url).toBe(MIRROR + build.entry.url);
  expect(isFromMirror(build)).toBe(true);
  expect(takeBuild({ ...other, container: 'area_logs__other' }).entry.url).toBe(build.entry.url);
  expect(isFromMirror({ container: 'area_logs__other' })).toBe(false);
});

test('a page that names no mirror takes a remembered build from the gateway', async () => {
  const { takeBuild } = await openPage();
  expect(takeBuild(build)).toBe(build);
});

test('a failure ends the mirror for the tab, once for each build that came from there', async () => {
  const page = await openPage(MIRROR);
  page.takeBuild(build);
  expect(page.leaveMirror(build)).toBe(true);
  expect(page.leaveMirror(build)).toBe(false);
  expect(page.takeBuild(build)).toBe(build);
  vi.resetModules();
  const next = await openPage(MIRROR);
  expect(next.takeBuild(build)).toBe(build);
});

test('a script of the build that never arrived makes room for the one of the gateway', async () => {
  const page = await openPage(MIRROR);
  page.takeBuild(build);
  const add = (src: string) =>
    document.head.append(Object.assign(document.createElement('script'), { src, type: 'x' }));
  add(`${MIRROR}/assets/areas/logs/aaaaaaaaaa/static/page.js`);
  add(`${MIRROR}/assets/areas/user/bbbbbbbbbb/static/page.js`);
  page.leaveMirror(build);
  const left = [...document.head.querySelectorAll('script')].map(({ src }) => src);
  expect(left).toEqual([`${MIRROR}/assets/areas/user/bbbbbbbbbb/static/page.js`]);
});
