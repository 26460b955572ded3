import type { AreaManifest, BuildRef, ResolvedArea } from '@tollgate/contract';

export function buildOf(buildId: string): BuildRef {
  const asset = (name: string) => ({
    url: `/assets/areas/logs/${buildId}/${name}`,
    integrity: `sha384-${'A'.repeat(64)}`,
    bytes: 100,
  });
  return {
    buildId,
    version: '0.1.0',
    container: `area_logs__${buildId}`,
    entry: asset('entry.js'),
    preload: [asset('area.js')],
    i18n: { zh: asset('zh.js'), en: asset('en.js') },
  };
}

export function areaOf(change: Partial<ResolvedArea> = {}): ResolvedArea {
  return {
    id: 'logs',
    mounts: ['/log'],
    state: 'on',
    active: buildOf('aaaaaaaaaa'),
    fallbacks: [buildOf('bbbbbbbbbb')],
    revoked: [],
    why: 'stable',
    contributes: { routes: [{ path: '/log', access: 'user', title: 'title' }], nav: [] },
    texts: { zh: {}, en: {} },
    ...change,
  };
}

export function manifestOf(change: Partial<AreaManifest> & { buildId: string }): AreaManifest {
  const build = buildOf(change.buildId);
  return {
    schema: 1,
    id: 'logs',
    version: '0.1.0',
    builtAt: '2026-11-20T00:00:00.000Z',
    container: build.container,
    entry: build.entry,
    exposes: { './area': { js: build.preload, css: [] } },
    compat: { hostApi: '^1.0' },
    contributes: areaOf().contributes,
    i18n: { ...(build.i18n && { files: build.i18n }), texts: { zh: {}, en: {} } },
    css: [],
    ...change,
  };
}
