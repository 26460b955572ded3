import { type AreaContext, type AreaModule, createAreaContext, type Host } from '@tollgate/console-sdk';
import type { BuildRef } from '@tollgate/contract';
import type { i18n } from 'i18next';
import { loadTexts } from './area-texts.ts';
import type { Remote } from './remote.ts';

/** A build whose code and texts are here. */
export interface PreparedBuild {
  readonly module: AreaModule;
  readonly build: BuildRef;
  readonly ctx: AreaContext;
}

/** The builds that this page has loaded. Each is loaded, and its `setup` run, once. */
export function createPreparedBuilds(host: Host, i18n: i18n, loadModule: Remote['loadModule']) {
  const prepared = new Map<string, PreparedBuild>();
  return { find: (build: BuildRef) => prepared.get(build.container), load, prepare };

  /** Fetches and runs the code of a build, and fetches its texts. What belongs to a visit, `setup`, waits for it. */
  async function load(areaId: string, build: BuildRef): Promise<AreaModule> {
    const module = await loadModule(build);
    await loadTexts(i18n, areaId, module);
    return module;
  }

  async function prepare(areaId: string, build: BuildRef): Promise<PreparedBuild> {
    const known = prepared.get(build.container);
    if (known) return known;
    const module = await load(areaId, build);
    const joined = prepared.get(build.container);
    if (joined) return joined;
    const ctx = createAreaContext(host, { id: areaId, buildId: build.buildId, version: build.version });
    module.setup?.(ctx);
    const ready = { module, build, ctx };
    prepared.set(build.container, ready);
    return ready;
  }
}
