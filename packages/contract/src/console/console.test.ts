import { expect, test } from 'vitest';
import { areaManifest, satisfiesHostApi } from '../index.ts';

const asset = { url: '/assets/areas/logs/0123456789/a.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 };
const manifest = {
  schema: 1,
  id: 'logs',
  buildId: '0123456789',
  version: '0.1.0',
  builtAt: '2026-11-20T00:00:00.000Z',
  container: 'area_logs__0123456789',
  entry: asset,
  exposes: { './area': { js: [asset], css: [] } },
  compat: { hostApi: '^1.0' },
  contributes: { routes: [{ path: '/log', access: 'user', title: 'title.log' }], nav: [] },
  i18n: { files: { zh: asset, en: asset }, texts: { zh: {}, en: {} } },
  css: [],
};

test('a complete area manifest parses unchanged', () => {
  expect(areaManifest.parse(manifest)).toEqual(manifest);
});

test.each([
  ['without a hash of the entry', { entry: { ...asset, integrity: '' } }],
  ['with a container name that another build could have', { container: 'area_logs' }],
  ['with texts in one language only', { i18n: { ...manifest.i18n, texts: { en: {} } } }],
  [
    'with a relative route',
    { contributes: { routes: [{ path: 'log', access: 'user', title: 't' }], nav: [] } },
  ],
])('an area manifest %s is rejected', (_, change) => {
  expect(areaManifest.safeParse({ ...manifest, ...change }).success).toBe(false);
});

test.each([
  ['^1.0', '1.0.0', true],
  ['^1.2', '1.4.1', true],
  ['^1.4', '1.2.9', false],
  ['^1.0', '2.0.0', false],
  ['1.0.0', '1.0.0', false],
])('an area that requires host API %s on a host with %s: %s', (range, version, fits) => {
  expect(satisfiesHostApi(range, version)).toBe(fits);
});
