import { type AreaContext, type AreaModule, createAreaContext, type Host } from '@tollgate/console-sdk';
import type { BuildRef, Language } from '@tollgate/contract';
import type { i18n } from 'i18next';
import { languageOf, loadTexts } from './area-texts.ts';
import type { Remote } from './remote.ts';

/** A build whose code and texts are loaded. */
export interface PreparedBuild {
  readonly module: AreaModule;
  readonly build: BuildRef;
  readonly ctx: AreaContext;
}

/** The builds that this page has loaded. Each is loaded once, and its `setup` runs once. */
export function createPreparedBuilds(host: Host, i18n: i18n, loadModule: Remote['loadModule']) {
  const prepared = new Map<string, PreparedBuild>();
  const loaded = new Map<string, { module: AreaModule; language: Language }>();
  return { find: (build: BuildRef) => prepared.get(build.container), load, prepare, prepareLoaded, forget };

  /** The next visit loads the build from the start. */
  function forget({ container }: BuildRef): void {
    prepared.delete(container);
    loaded.delete(container);
  }

  /** Fetches and runs the code of a build, and fetches its texts. Does not run `setup`, which belongs to a visit. */
  async function load(areaId: string, build: BuildRef): Promise<AreaModule> {
    const language = languageOf(i18n);
    const module = await loadModule(build);
    await loadTexts(i18n, { areaId, buildId: build.buildId, module });
    if (languageOf(i18n) === language) loaded.set(build.container, { module, language });
    return module;
  }

  async function prepare(areaId: string, build: BuildRef): Promise<PreparedBuild> {
    const cached = prepared.get(build.container);
    if (cached) return cached;
    const module = await load(areaId, build);
    return prepared.get(build.container) ?? setUp(areaId, build, module);
  }

  /**
   * Returns the build with its `setup` run, if its code and texts are loaded. Returns undefined when `setup`
   * throws; `prepare` throws the same error to callers that report it.
   */
  function prepareLoaded(areaId: string, build: BuildRef): PreparedBuild | undefined {
    const cached = prepared.get(build.container);
    const here = loaded.get(build.container);
    if (cached || here?.language !== languageOf(i18n)) return cached;
    try {
      return setUp(areaId, build, here.module);
    } catch {
      return undefined;
    }
  }

  function setUp(areaId: string, build: BuildRef, module: AreaModule): PreparedBuild {
    const ctx = createAreaContext(host, { id: areaId, buildId: build.buildId, version: build.version });
    module.setup?.(ctx);
    const ready = { module, build, ctx };
    prepared.set(build.container, ready);
    return ready;
  }
}
