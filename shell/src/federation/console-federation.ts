import type { Host } from '@tollgate/console-sdk';
import type { BuildRef, ResolvedArea } from '@tollgate/contract';
import {
  type CandidateSource,
  type FederationEvent,
  isChunkError,
  type LoadFailure,
  openArea,
} from '@tollgate/federation';
import type { i18n } from 'i18next';
import { addMenuTexts, languageOf } from './area-texts.ts';
import { createBuildChoice } from './build-choice.ts';
import { loadAhead } from './load-ahead.ts';
import { createPreparedBuilds, type PreparedBuild } from './prepared-builds.ts';
import { refetchBuild } from './refetch.ts';
import type { RegistrySource } from './registry-source.ts';
import type { Remote } from './remote.ts';
import { reportCrash, reportOutcome } from './reports.ts';
import { withTimeout } from './time-limit.ts';
import { createWantedPages } from './wanted-pages.ts';

/** An area that can be rendered. */
export interface ReadyArea extends PreparedBuild {
  readonly source: CandidateSource;
}

export interface ConsoleFederation {
  readonly registry: RegistrySource;
  readonly host: Host;
  /** Returns the area when its whole chosen build is loaded, from an earlier visit or by prefetching. */
  peek(area: ResolvedArea): ReadyArea | undefined;
  /** `path`: the requested page, if any. @throws {AreaUnavailable} when no build could be loaded. */
  open(area: ResolvedArea, path?: string): Promise<ReadyArea>;
  /** Retries for the user: forgets earlier failures, refreshes the registry, and bypasses the cache. */
  retry(area: ResolvedArea): Promise<void>;
  /** The user is about to open the area: hover or focus of its menu entry. */
  preload(areaId: string, path: string): void;
  /** Reports a crash on screen. A missing file is reported as such and does not count against the build. */
  noteCrash(area: ResolvedArea, build: BuildRef, error: unknown): void;
}

/** Opens areas: tries the builds in order, remembers which worked, and reports the outcome. */
export function createConsoleFederation(deps: {
  registry: RegistrySource;
  host: Host;
  i18n: i18n;
  remote: Remote;
  onEvent(event: FederationEvent): void;
}): ConsoleFederation {
  const { registry, host, i18n, remote, onEvent } = deps;
  const { breaker, goodBuilds, candidates } = createBuildChoice(registry);
  const builds = createPreparedBuilds(host, i18n, remote.loadModule);
  const pages = createWantedPages(i18n, builds);
  addMenuTexts(i18n, registry.get());
  registry.subscribe(() => addMenuTexts(i18n, registry.get()));
  return { registry, host, peek, open, retry, preload, noteCrash };

  function peek(area: ResolvedArea): ReadyArea | undefined {
    const [best] = candidates(area);
    if (best?.source !== 'active' || breaker.hasCrashed(best.build.buildId)) return undefined;
    const loaded = builds.find(best.build);
    const ready = loaded ?? builds.prepareLoaded(area.id, best.build);
    if (!ready) return undefined;
    const opened: ReadyArea = { ...ready, source: 'active' };
    // The caller may be rendering, so others must not be notified synchronously.
    if (!loaded) queueMicrotask(() => noteOpened(area, opened, [], 0));
    return opened;
  }

  async function open(area: ResolvedArea, path?: string): Promise<ReadyArea> {
    const startedAtMs = performance.now();
    const worthTrying = candidates(area);
    if (worthTrying[0]) pages.fetch(area, worthTrying[0].build, path);
    const load = await openArea(area.id, worthTrying, {
      // Entry, chunks, styles and texts together: a hanging stylesheet has no time limit of its own.
      load: (build, limitMs) => withTimeout(limitMs, build.container, builds.prepare(area.id, build)),
      classify: remote.classify,
      breaker,
      ...surroundings,
      onChange: (state) => {
        if (state.state === 'degraded') reportOutcome(onEvent, area, state.failures);
      },
    });
    const opened = { ...load.module, source: load.source };
    noteOpened(area, opened, load.failures, performance.now() - startedAtMs);
    return opened;
  }

  function noteOpened(area: ResolvedArea, opened: ReadyArea, failures: LoadFailure[], durationMs: number) {
    reportOutcome(onEvent, area, failures, { opened, durationMs });
    goodBuilds.rememberAfterProbation(area.id, opened.build, registry.get().host.api);
    loadAhead(i18n, area.id, opened.module);
  }

  async function retry(area: ResolvedArea): Promise<void> {
    const tried = [area.active, ...area.fallbacks].filter((build) => build !== null);
    breaker.reset(tried.map((build) => build.buildId));
    await Promise.all([registry.refresh(), area.active && refetchBuild(area.active, languageOf(i18n))]);
  }

  function preload(areaId: string, path: string): void {
    const area = registry.get().areas.find(({ id }) => id === areaId);
    const build = area?.active;
    if (build && !breaker.hasFailed(build.buildId)) pages.prepare(area, build, path);
  }

  function noteCrash(area: ResolvedArea, { buildId }: BuildRef, error: unknown): void {
    reportCrash(onEvent, area.id, buildId, error);
    if (isChunkError(error)) return;
    breaker.noteCrash(buildId);
    goodBuilds.noteCrash(buildId);
  }
}

/** Browser functions for `openArea`. */
const surroundings = {
  sleep: (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs)),
  now: () => performance.now(),
  random: Math.random,
};
