import { expect, test } from 'vitest';
import { areaOf, manifestOf } from './fixtures.ts';
import { makeRegistry } from './registry.ts';
import { findAreaRoute, matchesPattern } from './routes.ts';

const host = { version: '0.1.0', api: '1.2.0' };
const route = (path: string) => ({ path, access: 'user' as const, title: 'title' });

test('the newest build of an area is chosen, and the two before it are its fallbacks', () => {
  const manifests = ['1', '2', '3', '4'].map((digit) =>
    manifestOf({ buildId: digit.repeat(10), builtAt: `2026-11-0${digit}T00:00:00.000Z` }),
  );
  const [area] = makeRegistry({ host, manifests }).snapshot.areas;
  expect(area?.active?.buildId).toBe('4444444444');
  expect(area?.fallbacks.map((build) => build.buildId)).toEqual(['3333333333', '2222222222']);
});

test('a build that requires more than the console offers is skipped for an older one', () => {
  const newer = manifestOf({
    buildId: '2222222222',
    builtAt: '2026-11-21T00:00:00.000Z',
    compat: { hostApi: '^1.9' },
  });
  const [area] = makeRegistry({ host, manifests: [newer, manifestOf({ buildId: '1111111111' })] }).snapshot
    .areas;
  expect(area).toMatchObject({ state: 'on', active: { buildId: '1111111111' } });
});

test('an area without a fitting build keeps its menu entries and the reason', () => {
  const manifests = [manifestOf({ buildId: '2222222222', compat: { hostApi: '^2.0' } })];
  const [area] = makeRegistry({ host, manifests }).snapshot.areas;
  expect(area).toMatchObject({ state: 'incompatible', active: null, reason: { code: 'HOST_API' } });
  expect(area?.contributes.routes).toHaveLength(1);
});

test.each([
  ['a path of another area', '/log'],
  ['the same pattern under another name of the parameter', '/log/:name'],
  ['a path of the shell', '/login'],
])('a build that claims %s is rejected and named', (_, path) => {
  const manifests = [
    manifestOf({
      buildId: '1111111111',
      contributes: { routes: [route('/log'), route('/log/:id')], nav: [] },
    }),
    manifestOf({ buildId: '2222222222', id: 'zoo', contributes: { routes: [route(path)], nav: [] } }),
  ];
  const { snapshot, problems } = makeRegistry({ host, manifests });
  expect(snapshot.areas.map((area) => area.id)).toEqual(['logs']);
  expect(problems).toEqual([expect.stringContaining(path)]);
});

test.each([
  ['/channel', '/channel', true],
  ['/channel', '/channel/', true],
  ['/channel', '/channels', false],
  ['/channel/edit/:id', '/channel/edit/7', true],
  ['/channel/edit/:id', '/channel/edit', false],
  ['/chat/*', '/chat/1/2', true],
])('the pattern %s and the path %s: %s', (pattern, path, matches) => {
  expect(matchesPattern(pattern, path)).toBe(matches);
});

test('the most specific route of all areas wins', () => {
  const areas = [
    areaOf({ id: 'a', contributes: { routes: [route('/log/*'), route('/log/:id')], nav: [] } }),
    areaOf({ id: 'b', contributes: { routes: [route('/log/new')], nav: [] } }),
  ];
  expect(findAreaRoute(areas, '/log/new')?.area.id).toBe('b');
  expect(findAreaRoute(areas, '/log/7')?.route.path).toBe('/log/:id');
  expect(findAreaRoute(areas, '/nowhere')).toBeUndefined();
});
