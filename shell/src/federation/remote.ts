import { loadRemote, loadShare, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { AreaModule } from '@tollgate/console-sdk';
import type { BuildRef } from '@tollgate/contract';
import { ContractFailure, classifyFailure, type LoadFailure, lostFileOf } from '@tollgate/federation';
import { attachStyles } from './attach-styles.ts';
import { developedOrigins } from './developed-origins.ts';
import { scriptPolicy } from './trusted-types.ts';

/** The only file that knows the federation runtime. */

/** Loads the code of builds. */
export interface Remote {
  /** @throws errors that `classify` recognizes */
  loadModule(build: BuildRef): Promise<AreaModule>;
  /** Classifies why a build could not be loaded. */
  classify(build: BuildRef, error: unknown): LoadFailure;
}

const ENTRY_TIMEOUT_MS = 4000;

/**
 * Loads the module of one build. Every build is registered once under its own name, so that two builds of an
 * area can run in one page and a running area is never replaced.
 * @throws {ContractFailure} when the build exposes something other than an area.
 */
async function loadModule(build: BuildRef): Promise<AreaModule> {
  if (build.contract === 2) return (await import('./isolated/isolated-module.tsx')).loadIsolatedModule(build);
  register(build);
  await claimShared();
  const exposed = await loadRemote<{ area?: AreaModule }>(`${build.container}/area`).catch(
    (error: unknown) => {
      if (federatedRemote.classify(build, error).class === 'evaluation') thrown.set(build.container, error);
      throw error;
    },
  );
  if (exposed?.area?.contract === 1) {
    await attachStyles(build);
    return exposed.area;
  }
  throw (
    thrown.get(build.container) ?? new ContractFailure(`${build.container} exposes no area of contract 1.`)
  );
}

/**
 * The shell uses these without asking the share scope. It asks once, before the first area: what is in use there is what
 * every area gets, also when a container offers a later version of its own.
 */
function claimShared(): Promise<unknown> {
  claimed ??= Promise.all(SINGLETONS.map((name) => loadShare(name)));
  return claimed;
}

const SINGLETONS = ['react', 'react/jsx-runtime', 'react-dom', 'i18next', 'react-i18next', 'swr'];
let claimed: Promise<unknown> | undefined;

/** Code that threw is not run again: a later import returns its partial exports, and must throw the same error. */
const thrown = new Map<string, unknown>();

/** Uses the federation runtime. */
export const federatedRemote: Remote = {
  loadModule,
  classify: (build, error) =>
    classifyFailure(build.buildId, error, lastStatusOf(absolute(lostFileOf(error) ?? build.entry.url))),
};

registerPlugins([
  {
    name: 'tollgate-entry',
    // The returned script replaces all defaults of the runtime: address, cross-origin mode and hash.
    createScript({ url }) {
      const integrity = entryIntegrity.get(absolute(url));
      if (integrity === undefined) throw new Error(`The script ${url} has no hash and is not loaded.`);
      const script = document.createElement('script');
      script.crossOrigin = 'anonymous';
      script.integrity = integrity;
      script.src = integrity && scriptPolicy ? scriptPolicy.createScriptURL(url) : url;
      return { script, timeout: ENTRY_TIMEOUT_MS };
    },
  },
]);

function register(build: BuildRef): void {
  if (!build.entry.integrity && !isDeveloped(build))
    throw new ContractFailure(`The entry of ${build.container} has no hash.`);
  entryIntegrity.set(absolute(build.entry.url), build.entry.integrity);
  if (registered.has(build.container)) return;
  registered.add(build.container);
  registerRemotes([{ name: build.container, entry: build.entry.url, type: 'global' }]);
}

/** Its file changes with every save. The page's CSP names its server. */
function isDeveloped({ entry }: BuildRef): boolean {
  if (process.env.NODE_ENV === 'development') return true;
  return developedOrigins().includes(new URL(absolute(entry.url)).origin);
}

/** Returns the last HTTP status of a file: 0 without a response. */
function lastStatusOf(url: string): number {
  const entries = performance.getEntriesByName(url, 'resource') as PerformanceResourceTiming[];
  return entries.at(-1)?.responseStatus ?? 0;
}

function absolute(url: string): string {
  return new URL(url, document.baseURI).href;
}

const entryIntegrity = new Map<string, string>();
const registered = new Set<string>();
