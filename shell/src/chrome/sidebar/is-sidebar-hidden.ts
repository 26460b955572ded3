import type { layoutOf } from '../../app/find-page.ts';

/** Home, chat and setup want the whole width, and so do pages that say so. Signing in has nowhere to go yet. */
export function isSidebarHidden(pathname: string, layout: ReturnType<typeof layoutOf>): boolean {
  return layout === 'bare' || /^\/($|(chat|setup|login)(\/|$))/.test(pathname);
}
