import type { NavContribution, ResolvedArea, RouteContribution } from '@tollgate/contract';

/** An area whose pages and menu entries are all named in both languages. */
export function makeArea(id: string, routes: RouteContribution[], nav: NavContribution[] = []): ResolvedArea {
  const keys = [...routes.map(({ title }) => title), ...nav.map(({ label }) => label)];
  return {
    id,
    mounts: [],
    state: 'on',
    active: null,
    fallbacks: [],
    revoked: [],
    why: 'stable',
    contributes: { routes, nav },
    texts: {
      en: Object.fromEntries(keys.map((key) => [key, key])),
      zh: Object.fromEntries(keys.map((key) => [key, `${key}（中文）`])),
    },
  };
}

export function makeEntry(to: string, rest: Partial<NavContribution> = {}): NavContribution {
  const name = to.slice(1);
  return {
    id: name,
    to,
    label: name,
    icon: 'list',
    section: 'console',
    order: 100,
    access: 'user',
    ...rest,
  };
}
