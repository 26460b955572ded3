import type { BuildRef } from '@tollgate/contract';

/** A file of the build of `makeBuild`. */
export const makeAsset = (name: string) => ({
  url: `/assets/areas/logs/b/${name}`,
  integrity: 'sha384-x',
  bytes: 1,
});

/** A build of the logs as listed in the registry. */
export function makeBuild(rest: Partial<BuildRef> = {}): BuildRef {
  return {
    buildId: '0123456789',
    version: '1',
    container: 'area_logs__0123456789',
    entry: makeAsset('entry.js'),
    preload: [],
    i18n: { zh: makeAsset('zh.js'), en: makeAsset('en.js') },
    ...rest,
  };
}
