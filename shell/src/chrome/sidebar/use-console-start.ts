import { useSidebarSections } from './use-sidebar-sections.ts';

/** Target of "console": the first page of the console section. Visitors sign in on the way. */
export function useConsoleStart(): string {
  const section = useSidebarSections().find(({ id }) => id === 'console');
  return section?.items[0]?.to ?? '/token';
}
