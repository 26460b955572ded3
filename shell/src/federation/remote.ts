import {
  getInstance,
  loadRemote,
  loadShare,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { AreaModule } from '@tollgate/console-sdk';
import type { BuildRef } from '@tollgate/contract';
import { ContractFailure, classifyFailure, type LoadFailure, lostFileOf } from '@tollgate/federation';
import { attachStyles } from './attach-styles.ts';
import { developedOrigins } from './developed-origins.ts';
import { leaveMirror, mirrorOrigin, takeBuild } from './mirror.ts';
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
/** Leaves time for the gateway's own copy. */
const MIRROR_TIMEOUT_MS = 2500;

/**
 * Loads the module of one build. Every build is registered once under its own name, so that two builds of an
 * area can run in one page and a running area is never replaced.
 * @throws {ContractFailure} when the build exposes something other than an area.
 */
async function loadModule(build: BuildRef): Promise<AreaModule> {
  if (build.contract === 2) return (await import('./isolated/isolated-module.tsx')).loadIsolatedModule(build);
  const placed = takeBuild(build);
  try {
    return await loadFrom(placed);
  } catch (error) {
    const isCode = ['evaluation', 'contract'].includes(federatedRemote.classify(placed, error).class);
    if (isCode || !leaveMirror(build)) throw error;
    return await loadFrom(build);
  }
}

async function loadFrom(build: BuildRef): Promise<AreaModule> {
  const name = register(build);
  await claimShared();
  const exposed = await loadRemote<{ area?: AreaModule }>(`${name}/area`).catch((error: unknown) => {
    if (federatedRemote.classify(build, error).class === 'evaluation') thrown.set(name, error);
    throw error;
  });
  if (exposed?.area?.contract === 1) {
    await attachStyles(build);
    return exposed.area;
  }
  throw thrown.get(name) ?? new ContractFailure(`${build.container} exposes no area of contract 1.`);
}

/**
 * The shell uses these without asking the share scope. It asks once, before the first area: what is in use there is what
 * every area gets, also when a container offers a later version of its own.
 */
function claimShared(): Promise<unknown> {
  claimed ??= claimAll().catch((error: unknown) => {
    claimed = undefined;
    throw error;
  });
  return claimed;
}

async function claimAll(): Promise<void> {
  forgetFailedShares();
  await Promise.all(SINGLETONS.map((name) => loadShare(name)));
}

/**
 * The runtime keeps the promise of a shared module that it loads, also when its file does not arrive: without this,
 * every later area would fail with it until the page is reloaded.
 */
function forgetFailedShares(): void {
  for (const versions of Object.values(getInstance()?.shareScopeMap.default ?? {}))
    for (const shared of Object.values(versions)) {
      if (mended.has(shared)) continue;
      mended.add(shared);
      const { get } = shared;
      shared.get = async () => {
        try {
          return await get();
        } catch (error) {
          shared.loading = null;
          throw error;
        }
      };
    }
}

const mended = new WeakSet<object>();

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
      const isAtMirror = mirrorOrigin() !== '' && script.src.startsWith(`${mirrorOrigin()}/`);
      return { script, timeout: isAtMirror ? MIRROR_TIMEOUT_MS : ENTRY_TIMEOUT_MS };
    },
  },
]);

/** Returns the name by which the runtime knows the build. */
function register(build: BuildRef): string {
  if (!build.entry.integrity && !isDeveloped(build))
    throw new ContractFailure(`The entry of ${build.container} has no hash.`);
  entryIntegrity.set(absolute(build.entry.url), build.entry.integrity);
  const { container, entry } = build;
  const known = registered.get(container);
  if (known === undefined) registered.set(container, entry.url);
  if (known === undefined || known === entry.url) {
    if (known === undefined) registerRemotes([{ name: container, entry: entry.url, type: 'global' }]);
    return container;
  }
  return registerAgain(container, entry.url);
}

/**
 * Registers a build from the gateway that came from the mirror before. Its entry runs once more, so that it takes its
 * later files from the gateway too.
 */
function registerAgain(container: string, entry: string): string {
  const name = `${container}__own`;
  if (registered.has(name)) return name;
  registered.set(name, entry);
  // The runtime takes what it finds here for the entry.
  Object.assign(globalThis, { [container]: undefined });
  registerRemotes([{ name, entryGlobalName: container, entry, type: 'global' }]);
  return name;
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
/** The addresses of entries, by name. */
const registered = new Map<string, string>();
