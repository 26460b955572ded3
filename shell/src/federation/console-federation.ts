import type { Host } from '@tollgate/console-sdk';
import type { BuildRef, ResolvedArea } from '@tollgate/contract';
import { type CandidateSource, type FederationEvent, type LoadFailure, openArea } from '@tollgate/federation';
import type { i18n } from 'i18next';
import { createAbridgedAreas, createPreload } from './abridged-areas.ts';
import { hasPageAt, loadPageAt } from './area-page.ts';
import { addMenuTexts, languageOf } from './area-texts.ts';
import { createBuildChoice } from './build-choice.ts';
import { createLateLoads } from './late-loads.ts';
import { loadAhead } from './load-ahead.ts';
import { createMirrorFallback } from './mirror-fallback.ts';
import { createPageCrashes, type PageCrash } from './page-crashes.ts';
import { pastLostPreloads } from './preload.ts';
import { createPreparedBuilds, type PreparedBuild } from './prepared-builds.ts';
import { refetchBuild } from './refetch.ts';
import type { RegistrySource } from './registry-source.ts';
import type { Remote } from './remote.ts';
import { reportOutcome } from './reports.ts';
import { createWantedPages } from './wanted-pages.ts';

/** An area that can be rendered. */
export interface ReadyArea extends PreparedBuild {
  readonly source: CandidateSource;
}

export interface ConsoleFederation {
  readonly registry: RegistrySource;
  readonly host: Host;
  /** Returns the area when its chosen build is loaded, from an earlier visit or by prefetching, and has the page. */
  peek(area: ResolvedArea, path?: string): ReadyArea | undefined;
  /** `path`: the requested page, if any. @throws {AreaUnavailable} when no build could be loaded. */
  open(area: ResolvedArea, path?: string): Promise<ReadyArea>;
  /** After a failed `open`: waits for a load that took too long, and returns whether it arrived after all. */
  arrival(area: ResolvedArea): Promise<boolean>;
  /** Retries for the user: forgets earlier failures, refreshes the registry, and bypasses the cache. */
  retry(area: ResolvedArea): Promise<void>;
  /** The user is about to open the area: hover or focus of its menu entry. */
  preload(areaId: string, path: string): void;
  /** Fetches what the page did not hold of the registry. */
  fetchRest(): Promise<void>;
  /** Reports a crash on screen. A missing file is reported as such and does not count against the build. */
  noteCrash(area: ResolvedArea, build: BuildRef, error: unknown): void;
  /** Reports why a page went away, and returns whether another build should be shown in its place. */
  giveUpPage(area: ResolvedArea, build: BuildRef, crash: PageCrash): boolean;
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
  const { fetchRest, complete } = createAbridgedAreas(registry);
  const choice = createBuildChoice(registry);
  const { breaker, goodBuilds, candidates } = choice;
  const builds = createPreparedBuilds(host, i18n, remote.loadModule);
  const mirrors = createMirrorFallback(builds);
  const pages = createWantedPages(i18n, builds);
  const late = createLateLoads(choice);
  const crashes = mirrors.guardPages(createPageCrashes(choice, onEvent));
  addMenuTexts(i18n, registry.get());
  registry.subscribe(() => addMenuTexts(i18n, registry.get()));
  const preload = createPreload({ registry, breaker, pages, complete });
  return { registry, host, peek, open, arrival: late.arrival, retry, preload, fetchRest, ...crashes };

  function peek(area: ResolvedArea, path?: string): ReadyArea | undefined {
    const [best] = candidates(area, path);
    if (best?.source !== 'active' || breaker.hasCrashed(best.build.buildId)) return undefined;
    const loaded = builds.find(best.build);
    const ready = loaded ?? builds.prepareLoaded(area.id, best.build);
    if (!ready || (path !== undefined && !hasPageAt(ready.module, path))) return undefined;
    const opened: ReadyArea = { ...ready, source: 'active' };
    // The caller may be rendering, so others must not be notified synchronously.
    if (!loaded) queueMicrotask(() => noteOpened(area, opened, [], 0));
    return opened;
  }

  async function open(given: ResolvedArea, path?: string): Promise<ReadyArea> {
    const startedAtMs = performance.now();
    const area = await complete(given);
    const worthTrying = candidates(area, path);
    if (worthTrying[0]) pages.fetch(area, worthTrying[0].build, path);
    const load = await openArea(area.id, worthTrying, {
      // Entry, chunks, styles, texts and the page together: a hanging stylesheet has no time limit of its own.
      load: (build, limitMs) =>
        mirrors.prepare(
          build,
          () => pastLostPreloads(build, () => preparePage(builds, { area, build, path })),
          late.limit(area, limitMs),
        ),
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
    loadAhead(i18n, { areaId: area.id, buildId: opened.build.buildId, module: opened.module });
  }

  async function retry(area: ResolvedArea): Promise<void> {
    choice.forgetFailures(area);
    await Promise.all([registry.refresh(), area.active && refetchBuild(area.active, languageOf(i18n))]);
  }
}

async function preparePage(
  builds: ReturnType<typeof createPreparedBuilds>,
  { area, build, path }: { area: ResolvedArea; build: BuildRef; path: string | undefined },
): Promise<PreparedBuild> {
  const prepared = await builds.prepare(area.id, build);
  if (path !== undefined) await loadPageAt(prepared.module, path);
  return prepared;
}

/** Browser functions for `openArea`. */
const surroundings = {
  sleep: (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs)),
  now: () => performance.now(),
  random: Math.random,
};
