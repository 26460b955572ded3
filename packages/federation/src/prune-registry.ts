import { type BuildRef, mapLanguages, type ResolvedArea, Role, type RouteAccess } from '@tollgate/contract';

/**
 * Returns an area as a page of this role needs it: pages, menu entries, links, extensions and texts that the role may
 * use. Of other pages only the address stays, so that signing in leads back to it.
 */
export function pruneArea(area: ResolvedArea, role: number): ResolvedArea {
  const may = ({ access }: { access: RouteAccess }) => role >= LEAST[access];
  const { routes, nav, sections = [], extensions = [], links = {} } = area.contributes;
  const open = new Set(routes.filter(may).map(({ path }) => path));
  const kept = {
    routes: routes.map((route) =>
      may(route) ? route : { path: route.path, access: route.access, title: '' },
    ),
    nav: nav.filter(may),
    ...(sections.some(may) && { sections: sections.filter(may) }),
    extensions: extensions.filter(may),
    links: Object.fromEntries(Object.entries(links).filter(([, { path }]) => open.has(path))),
  };
  const keys = new Set([
    ...[...kept.routes, ...kept.extensions, ...(kept.sections ?? [])].map(({ title }) => title),
    ...kept.nav.map(({ label }) => label),
    ...kept.routes.flatMap(({ description = [] }) => description),
  ]);
  const pick = (texts: Record<string, string>) => filterKeys(texts, (key) => keys.has(key));
  return {
    ...area,
    active: area.active && pruneBuild(area.active, (path) => open.has(path)),
    // Their pages and texts are found by their own code: hints for builds that are rarely needed would only weigh.
    fallbacks: area.fallbacks.map(({ i18n: _, ...build }) => pruneBuild(build, () => false)),
    contributes: kept,
    texts: mapLanguages(area.texts, pick),
  };
}

function pruneBuild({ pages, kit, ...build }: BuildRef, isOpen: (path: string) => boolean): BuildRef {
  const own = { pages: pages && filterKeys(pages, isOpen), kit: kit && filterKeys(kit, isOpen) };
  return {
    ...build,
    ...(own.pages && Object.keys(own.pages).length > 0 && { pages: own.pages }),
    ...(own.kit && Object.keys(own.kit).length > 0 && { kit: own.kit }),
  };
}

function filterKeys<T>(record: Record<string, T>, isKept: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => isKept(key)));
}

const LEAST: Record<RouteAccess, number> = {
  public: Role.guest,
  user: Role.user,
  admin: Role.admin,
  root: Role.root,
};
