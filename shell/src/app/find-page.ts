import type { RegistrySnapshot, ResolvedArea, RouteContribution, RouteLayout } from '@tollgate/contract';
import { findAreaRoute, findRetired, matchesPattern } from '@tollgate/federation';

/** The page at an address. Areas contribute their pages as data, so it is available before their code. */
export type Page =
  | { kind: 'shell'; path: ShellPath; title: string }
  | { kind: 'area'; area: ResolvedArea; route: RouteContribution }
  /** It was a page of a retired area. `to`: where its address leads now, empty when it is gone. */
  | { kind: 'retired'; to: string }
  | { kind: 'missing' };

export type ShellPath = (typeof shellPages)[number]['path'];

export function findPage(pathname: string, { areas, retired = [] }: RegistrySnapshot): Page {
  const own = shellPages.find(({ path }) => matchesPattern(path, pathname));
  if (own) return { kind: 'shell', ...own };
  const found = findAreaRoute(areas, pathname);
  if (found) return { kind: 'area', ...found };
  const to = findRetired(retired, pathname);
  return to === undefined ? { kind: 'missing' } : { kind: 'retired', to };
}

/** Links to a page are shown only when that page exists. */
export function hasPage(pathname: string, registry: RegistrySnapshot): boolean {
  const { kind } = findPage(pathname, registry);
  return kind === 'shell' || kind === 'area';
}

/** The shell's own pages use the full width. */
export function layoutOf(page: Page): RouteLayout | 'own' {
  return page.kind === 'area' ? (page.route.layout ?? 'default') : 'own';
}

/** All of them are public; titles are keys of the shell's texts. The gateway responds to others with 404. */
export const shellPages = [
  { path: '/', title: 'title.home' },
  { path: '/about', title: 'title.about' },
  { path: '/status', title: 'title.status' },
  { path: '/preview', title: 'title.preview' },
  { path: '/login', title: 'title.login' },
  { path: '/register', title: 'title.register' },
  { path: '/reset', title: 'title.reset' },
  { path: '/user/reset', title: 'title.reset' },
  { path: '/oauth/github', title: 'title.oauth' },
  { path: '/oauth/oidc', title: 'title.oauth' },
  { path: '/oauth/linuxdo', title: 'title.oauth' },
] as const;
