import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import type { AssetRef, BuildRef, RegistrySnapshot, ResolvedArea } from '@tollgate/contract';
import { abridge } from '@tollgate/federation';
import { expect, test } from 'vitest';

test('a registry of fifty areas with twelve pages each takes less than 20 kB of a page', () => {
  const areas = Array.from({ length: 50 }, (_, index) => areaOf(index));
  const whole: RegistrySnapshot = { schema: 1, rev: '1', host: { version: '0.1.0', api: '1.0.0' }, areas };
  expect(weigh(whole)).toBeGreaterThan(60);
  expect(weigh(abridge(whole, 'area-7'))).toBeLessThan(20);
});

function areaOf(index: number): ResolvedArea {
  const id = `area-${index}`;
  const paths = Array.from({ length: 12 }, (_, page) => `/${id}-page-${page}`);
  return {
    ...{ id, mounts: paths, state: 'on', why: 'stable', revoked: [], texts: { zh: {}, en: {} } },
    active: buildOf(id, 'aaaaaaaaaa', paths),
    fallbacks: [buildOf(id, 'bbbbbbbbbb', paths)],
    contributes: { routes: paths.map((path) => ({ path, access: 'user', title: `title ${path}` })), nav: [] },
  };
}

/** Each file has a hash of its own: real ones have nothing in common that could be compressed. */
function buildOf(id: string, buildId: string, paths: readonly string[]): BuildRef {
  const file = (name: string): AssetRef => ({
    url: `/assets/areas/${id}/${buildId}/${name}`,
    integrity: `sha384-${randomBytes(48).toString('base64')}`,
    bytes: 100,
  });
  return {
    ...{ buildId, version: '0.1.0', container: `area_${id}__${buildId}`, entry: file('entry.js') },
    preload: [file('area.js')],
    i18n: { zh: file('zh.js'), en: file('en.js') },
    pages: Object.fromEntries(paths.map((path) => [path, [file('page.js'), file('part.js')]])),
  };
}

/** In kB, as the gateway compresses pages. */
function weigh(registry: RegistrySnapshot): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(JSON.stringify(registry), { params }).length / 1000;
}
