import type { Host } from '@tollgate/console-sdk';
import type { BuildRef, ResolvedArea } from '@tollgate/contract';
import {
  type CandidateSource,
  createBreaker,
  type FederationEvent,
  isChunkError,
  listCandidates,
  openArea,
} from '@tollgate/federation';
import type { i18n } from 'i18next';
import { addMenuTexts, languageOf } from './area-texts.ts';
import { createGoodBuilds } from './good-builds.ts';
import { loadAhead } from './load-ahead.ts';
import { createPreparedBuilds, type PreparedBuild } from './prepared-builds.ts';
import { refetchBuild } from './refetch.ts';
import type { RegistrySource } from './registry-source.ts';
import type { Remote } from './remote.ts';
import { reportOutcome } from './reports.ts';
import { within } from './time-limit.ts';
import { createWantedPages } from './wanted-pages.ts';

/** An area that can be drawn. */
export interface ReadyArea extends PreparedBuild {
  readonly source: CandidateSource;
}

export interface ConsoleFederation {
  readonly registry: RegistrySource;
  readonly host: Host;
  /** The area when its chosen build is loaded already. */
  peek(area: ResolvedArea): ReadyArea | undefined;
  /** `path`: the page that is wanted, if it is one. @throws {AreaUnavailable} when no build could be loaded. */
  open(area: ResolvedArea, path?: string): Promise<ReadyArea>;
  /** The user asks for another try: earlier failures are forgotten, the gateway is asked for news, files come afresh. */
  retry(area: ResolvedArea): Promise<void>;
  /** The user is about to open the area: hover or focus of its menu entry. */
  preload(areaId: string, path: string): void;
  /** What is on screen broke. A file that did not come is told as such and does not count against the build. */
  noteCrash(area: ResolvedArea, build: BuildRef, error: unknown): void;
}

/** Opens areas: tries the builds in order, remembers what worked and tells about it. */
export function createConsoleFederation(deps: {
  registry: RegistrySource;
  host: Host;
  i18n: i18n;
  remote: Remote;
  onEvent(event: FederationEvent): void;
}): ConsoleFederation {
  const { registry, host, i18n, remote, onEvent } = deps;
  const breaker = createBreaker(Date.now);
  const goodBuilds = createGoodBuilds();
  const builds = createPreparedBuilds(host, i18n, remote.loadModule);
  const pages = createWantedPages(i18n, builds);
  addMenuTexts(i18n, registry.get());
  registry.subscribe(() => addMenuTexts(i18n, registry.get()));
  return { registry, host, peek, open, retry, preload, noteCrash };

  function peek(area: ResolvedArea): ReadyArea | undefined {
    const known = area.active && builds.find(area.active);
    return known && !breaker.hasCrashed(known.build.buildId) ? { ...known, source: 'active' } : undefined;
  }

  async function open(area: ResolvedArea, path?: string): Promise<ReadyArea> {
    const startedAtMs = performance.now();
    const hostApi = registry.get().host.api;
    const candidates = listCandidates(area, {
      lastKnownGood: goodBuilds.read(area.id),
      hostApi,
      nowMs: Date.now(),
      breaker,
    });
    if (candidates[0]) pages.fetch(area, candidates[0].build, path);
    const load = await openArea(area.id, candidates, {
      // Entry, chunks, styles and texts together: a stylesheet that hangs has no limit of its own.
      load: (build, limitMs) => within(limitMs, build.container, builds.prepare(area.id, build)),
      classify: remote.classify,
      breaker,
      sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
      now: () => performance.now(),
      random: Math.random,
      onChange: (state) => {
        if (state.state === 'degraded') reportOutcome(onEvent, area, state.failures);
      },
    });
    const opened = { ...load.module, source: load.source };
    const durationMs = performance.now() - startedAtMs;
    reportOutcome(onEvent, area, load.failures, { opened, durationMs });
    goodBuilds.rememberAfterProbation(area.id, opened.build, hostApi);
    loadAhead(i18n, area.id, opened.module);
    return opened;
  }

  async function retry(area: ResolvedArea): Promise<void> {
    const known = [area.active, ...area.fallbacks].filter((build) => build !== null);
    breaker.reset(known.map((build) => build.buildId));
    await Promise.all([registry.refresh(), area.active && refetchBuild(area.active, languageOf(i18n))]);
  }

  function preload(areaId: string, path: string): void {
    const area = registry.get().areas.find(({ id }) => id === areaId);
    const build = area?.active;
    if (build && !breaker.hasFailed(build.buildId)) pages.prepare(area, build, path);
  }

  function noteCrash(area: ResolvedArea, { buildId }: BuildRef, error: unknown): void {
    if (isChunkError(error)) {
      onEvent({ type: 'area.failure/v1', area: area.id, buildId, class: 'chunk' });
      return;
    }
    breaker.noteCrash(buildId);
    goodBuilds.noteCrash(buildId);
    onEvent({ type: 'area.crash/v1', area: area.id, buildId, message: String(error).slice(0, 300) });
  }
}
