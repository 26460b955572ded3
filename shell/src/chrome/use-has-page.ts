import { hasPage } from '../app/find-page.ts';
import { useRegistry } from '../areas/areas-context.ts';

/** Whether somebody brings this page. */
export function useHasPage(): (pathname: string) => boolean {
  const registry = useRegistry();
  return (pathname) => hasPage(pathname, registry);
}
