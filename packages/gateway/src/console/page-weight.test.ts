import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import type { AssetRef, BuildRef, RegistrySnapshot, ResolvedArea } from '@tollgate/contract';
import { abridge } from '@tollgate/federation';
import { expect, test } from 'vitest';

test('a registry of fifty areas with twelve pages each takes less than 20 kB of a page', () => {
  const areas = Array.from({ length: 50 }, (_, index) => makeArea(`area-${index}`));
  const whole: RegistrySnapshot = {
    schema: 1,
    rev: '1',
    host: { version: '0.1.0', api: '1.0.0' },
    areas,
  };
  expect(weigh(whole)).toBeGreaterThan(60);
  expect(weigh(abridge(whole, 'area-7'))).toBeLessThan(20);
});

function makeArea(id: string): ResolvedArea {
  const paths = Array.from({ length: 12 }, (_, page) => `/${id}-page-${page}`);
  return {
    id,
    mounts: paths,
    state: 'on',
    active: makeBuild(id, 'aaaaaaaaaa', paths),
    fallbacks: [makeBuild(id, 'bbbbbbbbbb', paths)],
    revoked: [],
    why: 'stable',
    contributes: {
      routes: paths.map((path) => ({ path, access: 'user', title: `title ${path}` })),
      nav: [],
    },
    texts: { zh: {}, en: {} },
  };
}

function makeBuild(id: string, buildId: string, paths: string[]): BuildRef {
  const file = (name: string) => makeFile(`/assets/areas/${id}/${buildId}/${name}`);
  return {
    buildId,
    version: '0.1.0',
    container: `area_${id}__${buildId}`,
    entry: file('entry.js'),
    preload: [file('area.js')],
    pages: Object.fromEntries(
      paths.map((path, page) => [path, [file(`${page}.js`), file(`${page}.css`)]] as const),
    ),
  };
}

/** Each file has a hash of its own: real ones have nothing in common that could be compressed. */
function makeFile(url: string): AssetRef {
  return { url, integrity: `sha384-${createHash('sha384').update(url).digest('base64')}`, bytes: 100 };
}

/** In kB, as the gateway compresses pages. */
function weigh(registry: RegistrySnapshot): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(JSON.stringify(registry), { params }).length / 1000;
}
