import { type AssetRef, type BuildRef, inLanguage, type Language } from '@tollgate/contract';
import { requestOf } from '@tollgate/federation';
import { mirrorOrigin, placeBuild } from './mirror.ts';

/**
 * Requests all files of a build at once, because its loader would find them one after the other. The hash
 * must equal the loader's, or the browser fetches the file twice.
 */
export function preloadBuild(build: BuildRef, language: Language): void {
  const isModule = build.contract === 2;
  const placed = placeBuild(build);
  for (const asset of [placed.entry, ...placed.preload, ...textsOf(placed, language)])
    preloadAsset(asset, isModule);
}

/** The texts of a language: none when they are in the code of the area. */
export function textsOf({ i18n }: Pick<BuildRef, 'i18n'>, language: Language): AssetRef[] {
  return i18n ? [inLanguage(i18n, language)] : [];
}

/** Requests the additional files of one page of the build, by its route. */
export function preloadPage(build: BuildRef, route: string): void {
  for (const asset of placeBuild(build).pages?.[route] ?? []) if (!isHere(asset)) preloadAsset(asset);
}

/** Requested before: another hint would only cause a browser warning. */
function isHere({ url }: AssetRef): boolean {
  return performance.getEntriesByName(absolute(url)).length > 0;
}

/**
 * Loads a build. Chromium answers the next request of a file that was requested ahead in vain with that old failure,
 * without asking the network: such a failure does not count. Ends, because each file is taken once.
 */
export async function pastLostPreloads<Loaded>(
  build: BuildRef,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!lost.delete(absolute(requestOf(error) ?? build.entry.url))) throw error;
    }
  }
}

/** The addresses of files that were requested ahead in vain. */
const lost = new Set<string>();

function absolute(url: string): string {
  return new URL(url, document.baseURI).href;
}

function preloadAsset({ url, integrity }: AssetRef, isModule?: boolean): void {
  if (!integrity || !isOwn(url) || !navigator.onLine || document.head.querySelector(`link[href="${url}"]`))
    return;
  const link = document.createElement('link');
  const isStyle = url.endsWith('.css');
  link.rel = isModule && !isStyle ? 'modulepreload' : 'preload';
  link.as = isStyle ? 'style' : 'script';
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = url;
  link.onerror = () => lost.add(absolute(url));
  document.head.append(link);
}

/** Skips files that the page's CSP would block. */
function isOwn(url: string): boolean {
  const { origin, pathname } = new URL(url, document.baseURI);
  return [location.origin, mirrorOrigin()].includes(origin) && pathname.startsWith('/assets/areas/');
}

/** Returns whether the user saves data, which disables all prefetching. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
