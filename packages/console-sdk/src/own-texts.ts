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
  const rename = <T>(ns: T): T =>
    (Array.isArray(ns) ? ns.map((one) => (one === name ? own : one)) : ns === name ? own : ns) as T;
  const view: Pick<i18n, 'getFixedT' | 'hasLoadedNamespace' | 'exists' | 't'> = {
    getFixedT: ((...[language, ns, prefix]: Parameters<i18n['getFixedT']>) =>
      page.getFixedT(language, rename(ns), prefix)) as i18n['getFixedT'],
    hasLoadedNamespace: (ns, options) => page.hasLoadedNamespace(rename(ns), options),
    exists: ((key: string, options?: { ns?: string }) =>
      page.exists(key, options && { ...options, ns: rename(options.ns) })) as i18n['exists'],
    t: ((key: string, options?: { ns?: string }) =>
      page.t(key, options?.ns === undefined ? options : { ...options, ns: rename(options.ns) })) as i18n['t'],
  };
  return Object.assign(Object.create(page) as i18n, view);
}
