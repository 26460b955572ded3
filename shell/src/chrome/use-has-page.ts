import { hasPage } from '../app/find-page.ts';
import { useRegistry } from '../areas/areas-context.ts';

/** Returns whether this page exists. */
export function useHasPage(): (pathname: string) => boolean {
  const registry = useRegistry();
  return (pathname) => hasPage(pathname, registry);
}
