import type { Readable } from '@tollgate/console-sdk';
import { useReadable } from '@tollgate/console-sdk';
import type { RegistrySnapshot, ResolvedArea } from '@tollgate/contract';
import { createContext, type ReactNode, useContext } from 'react';

/** What the frame needs of the areas: their pages and menu entries as data, and functions to render and preload one. */
export interface Areas {
  readonly registry: Readable<RegistrySnapshot>;
  render(area: ResolvedArea): ReactNode;
  /** Prefetches the area and the page at this path. */
  preload(areaId: string, path: string): void;
}

export const AreasContext = createContext<Areas | null>(null);

export function useAreas(): Areas {
  const areas = useContext(AreasContext);
  if (!areas) throw new Error('useAreas() was called outside of the console.');
  return areas;
}

/** Returns the areas of the latest registry. */
export function useRegistry(): RegistrySnapshot {
  return useReadable(useAreas().registry);
}
