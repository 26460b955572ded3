import { type BuildRef, mapLanguages, type RegistrySnapshot, type ResolvedArea } from '@tollgate/contract';

/**
 * Returns a registry as a page holds it. Hashes cannot be compressed, so only the area of the page's address has all
 * its files and the descriptions of its pages. Other areas keep their pages, menus and titles, and of their build what loads it at all: the page fetches
 * the rest when it is idle or opens one of them. `rev` stays that of the whole registry.
 */
export function abridge(registry: RegistrySnapshot, areaId: string | undefined): RegistrySnapshot {
  const areas = registry.areas.map((area) =>
    area.id === areaId ? { ...area, fallbacks: area.fallbacks.map(withoutPages) } : shorten(area),
  );
  return { ...registry, areas };
}

/** Returns whether parts of an area are missing because the page held the registry abridged. */
export function isAbridged({ areas }: Pick<RegistrySnapshot, 'areas'>): boolean {
  return areas.some((area) => area.abridged);
}

function shorten(area: ResolvedArea): ResolvedArea {
  return {
    ...withoutDescriptions(area),
    active: area.active && withoutFiles(area.active),
    fallbacks: [],
    abridged: true,
  };
}

function withoutDescriptions(area: ResolvedArea): ResolvedArea {
  const { routes } = area.contributes;
  const keys = new Set(routes.flatMap(({ description = [] }) => description));
  if (keys.size === 0) return area;
  const texts = mapLanguages(area.texts, (each) =>
    Object.fromEntries(Object.entries(each).filter(([key]) => !keys.has(key))),
  );
  const contributes = { ...area.contributes, routes: routes.map(({ description: _, ...route }) => route) };
  return { ...area, contributes, texts };
}

/** Keeps the styles of the first view, which not every bundler attaches by itself. */
function withoutFiles(build: BuildRef): BuildRef {
  const { i18n: _, ...rest } = withoutPages(build);
  return { ...rest, preload: build.preload.filter(({ url }) => url.endsWith('.css')) };
}

function withoutPages({ pages: _pages, kit: _kit, ...build }: BuildRef): BuildRef {
  return build;
}
