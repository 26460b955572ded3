import type { RegistrySnapshot, ResolvedArea } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { describeHotArea, withHotAreas } from './development-registry.ts';
import { listAreaIds, readAreaSource } from './workspace.ts';

const built: RegistrySnapshot = {
  schema: 1,
  rev: '1',
  host: { version: '0.1.0', api: '1.0' },
  areas: [areaOf('logs', 'aaaaaaaaaa'), areaOf('user', 'bbbbbbbbbb')],
};

test('an area under development comes from its own server, others from their builds', () => {
  const { areas } = withHotAreas(built, [areaOf('logs', 'dev')]);
  expect(buildsOf(areas)).toEqual({ logs: 'dev', user: 'bbbbbbbbbb' });
});

test('an area that was never built can be developed', () => {
  const { areas } = withHotAreas(built, [areaOf('playground', 'dev')]);
  expect(areas.map(({ id }) => id)).toEqual(['logs', 'playground', 'user']);
});

test('a console without developed areas shows the builds', () => {
  expect(withHotAreas(built, []).areas).toEqual(built.areas);
});

test.each(listAreaIds())('%s in development has its pages, menu texts and an address', async (id) => {
  const area = describeHotArea(id, await readAreaSource(id));
  expect(area).toMatchObject({ id, state: 'on', why: 'dev' });
  expect(area.mounts).not.toEqual([]);
  expect(Object.keys(area.texts.en)).toEqual(Object.keys(area.texts.zh));
  expect(area.active?.entry.url).toMatch(/^http:\/\/127\.0\.0\.1:31\d\d\/remoteEntry\.js$/);
});

function areaOf(id: string, buildId: string): ResolvedArea {
  const asset = { url: `/${id}.js`, integrity: '', bytes: 1 };
  return {
    id,
    mounts: [`/${id}`],
    state: 'on',
    active: {
      buildId,
      version: '0.1.0',
      container: `${id}_${buildId}`,
      entry: asset,
      preload: [],
      i18n: { zh: asset, en: asset },
    },
    fallbacks: [],
    revoked: [],
    why: 'stable',
    contributes: { routes: [], nav: [] },
    texts: { zh: {}, en: {} },
  };
}

function buildsOf(areas: readonly ResolvedArea[]) {
  return Object.fromEntries(areas.map(({ id, active }) => [id, active?.buildId]));
}
