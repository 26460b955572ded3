import { loadPageAhead } from '@tollgate/console-sdk';
import type { BuildRef, ResolvedArea } from '@tollgate/contract';
import { findAreaRoute, matchesPattern } from '@tollgate/federation';
import type { i18n } from 'i18next';
import { languageOf } from './area-texts.ts';
import { whenIdle } from './load-ahead.ts';
import { preloadBuild, preloadPage, savesData } from './preload.ts';
import type { createPreparedBuilds } from './prepared-builds.ts';

type Builds = Pick<ReturnType<typeof createPreparedBuilds>, 'find' | 'load'>;

/** Loads the files and the code of a page that the user opens, or is about to open. */
export function createWantedPages(i18n: i18n, builds: Builds) {
  return { fetch, prepare };

  /** Requests all files of the page at once. */
  function fetch(area: ResolvedArea, build: BuildRef, path = ''): void {
    if (!builds.find(build)) preloadBuild(build, languageOf(i18n));
    preloadPage(build, findAreaRoute([area], path)?.route.path ?? '');
  }

  /**
   * Fetches the page and runs its code once the browser is idle, so that a click only renders it. A failure
   * here occurs again, and is reported, when the user opens it. Does nothing when the user saves data.
   */
  function prepare(area: ResolvedArea, build: BuildRef, path: string): void {
    if (savesData()) return;
    fetch(area, build, path);
    whenIdle(() => void run(area, build, path).catch(() => {}));
  }

  async function run({ id }: ResolvedArea, build: BuildRef, path: string): Promise<void> {
    const { routes } = await builds.load(id, build);
    await loadPageAhead(routes.find((route) => matchesPattern(route.path, path))?.element);
  }
}
