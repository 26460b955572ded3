import { useLocation } from '@tollgate/ui/router';
import { useMemo } from 'react';
import { useRegistry } from '../areas/areas-context.ts';
import { findPage, type Page } from './find-page.ts';

/** Returns the page at the current address. */
export function usePage(): Page {
  const registry = useRegistry();
  const { pathname } = useLocation();
  return useMemo(() => findPage(pathname, registry), [pathname, registry]);
}
