import type { layoutOf } from '../../app/find-page.ts';

/** Home, chat and setup use the full width, and so do pages that request it. Login pages have no navigation yet. */
export function isSidebarHidden(pathname: string, layout: ReturnType<typeof layoutOf>): boolean {
  return layout === 'bare' || /^\/($|(chat|setup|login)(\/|$))/.test(pathname);
}
