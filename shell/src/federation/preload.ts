import type { AssetRef, BuildRef, Language } from '@tollgate/contract';

/**
 * Asks for the files of a build at once, where its loader would find out about one after the other. The hash must be the
 * one that the loader will use, or the browser fetches the file twice.
 */
export function preloadBuild(build: BuildRef, language: Language): void {
  for (const asset of [build.entry, ...build.preload, build.i18n[language]]) preloadAsset(asset);
}

/** The same for what one page of the build needs besides, by its route. */
export function preloadPage(build: BuildRef, route: string): void {
  for (const asset of build.pages?.[route] ?? []) if (!isHere(asset)) preloadAsset(asset);
}

/** Fetched before, by whomever: another hint would only make the browser wonder what it is for. */
function isHere({ url }: AssetRef): boolean {
  return performance.getEntriesByName(new URL(url, document.baseURI).href).length > 0;
}

function preloadAsset({ url, integrity }: AssetRef): void {
  if (!integrity || !isOwn(url) || document.head.querySelector(`link[href="${url}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = url.endsWith('.css') ? 'style' : 'script';
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = url;
  document.head.append(link);
}

/** What the rules of the page would refuse is not asked for in the first place. */
function isOwn(url: string): boolean {
  const { origin, pathname } = new URL(url, document.baseURI);
  return origin === location.origin && pathname.startsWith('/assets/areas/');
}

/** Then nothing is fetched that may not be wanted. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
