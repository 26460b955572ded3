import type { RegistrySnapshot, ResolvedArea, RouteContribution, RouteLayout } from '@tollgate/contract';
import { findAreaRoute, matchesPattern } from '@tollgate/federation';

/** The page at an address. Areas contribute their pages as data, so it is available before their code. */
export type Page =
  | { kind: 'shell'; path: ShellPath; title: string }
  | { kind: 'area'; area: ResolvedArea; route: RouteContribution }
  | { kind: 'missing' };

export type ShellPath = (typeof shellPages)[number]['path'];

export function findPage(pathname: string, { areas }: RegistrySnapshot): Page {
  const own = shellPages.find(({ path }) => matchesPattern(path, pathname));
  if (own) return { kind: 'shell', ...own };
  const found = findAreaRoute(areas, pathname);
  return found ? { kind: 'area', ...found } : { kind: 'missing' };
}

/** Links to a page are shown only when that page exists. */
export function hasPage(pathname: string, registry: RegistrySnapshot): boolean {
  return findPage(pathname, registry).kind !== 'missing';
}

/** The shell's own pages use the full width. */
export function layoutOf(page: Page): RouteLayout | 'own' {
  return page.kind === 'area' ? (page.route.layout ?? 'default') : 'own';
}

/** All of them are public; titles are keys of the shell's texts. The gateway responds to others with 404. */
export const shellPages = [
  { path: '/', title: 'title.home' },
  { path: '/about', title: 'title.about' },
  { path: '/login', title: 'title.login' },
  { path: '/register', title: 'title.register' },
  { path: '/reset', title: 'title.reset' },
  { path: '/user/reset', title: 'title.reset' },
  { path: '/oauth/github', title: 'title.oauth' },
  { path: '/oauth/oidc', title: 'title.oauth' },
  { path: '/oauth/linuxdo', title: 'title.oauth' },
] as const;
