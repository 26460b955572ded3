import type { i18n } from 'i18next';

/** Where the texts of one build are. Titles and menu entries of the area are in `area.<id>`, for the whole page. */
export function buildNamespace(areaId: string, buildId: string): string {
  return `area.${areaId}.${buildId}`;
}

/**
 * Returns a view of the page's i18next in which `area.<id>`, as the sources of an area call it, means the texts of
 * one build: another build of the area may be in the same page.
 */
export function ownTexts(page: i18n, areaId: string, buildId: string): i18n {
  const [name, own] = [`area.${areaId}`, buildNamespace(areaId, buildId)];
  const renameOne = (ns: unknown) => (ns === name ? own : ns);
  const rename = (ns: unknown) => (Array.isArray(ns) ? ns.map(renameOne) : renameOne(ns));
  const renameIn = (options: unknown) =>
    isNamed(options) ? { ...options, ns: rename(options.ns) } : options;
  // The overloads of i18next are too many to repeat; each function passes everything else on.
  const of = page as unknown as Record<string, (...given: unknown[]) => unknown>;
  return Object.assign(Object.create(page) as i18n, {
    getFixedT: (language: unknown, ns: unknown, prefix?: unknown) =>
      of.getFixedT?.(language, rename(ns), prefix),
    hasLoadedNamespace: (ns: unknown, options?: unknown) => of.hasLoadedNamespace?.(rename(ns), options),
    exists: (key: unknown, options?: unknown) => of.exists?.(key, renameIn(options)),
    t: (key: unknown, options?: unknown, ...rest: unknown[]) => of.t?.(key, renameIn(options), ...rest),
  });
}

function isNamed(options: unknown): options is { ns: unknown } {
  return typeof options === 'object' && options !== null && 'ns' in options;
}
