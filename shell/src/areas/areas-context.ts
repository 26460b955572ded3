import type { Readable } from '@tollgate/console-sdk';
import { useReadable } from '@tollgate/console-sdk';
import type { RegistrySnapshot, ResolvedArea } from '@tollgate/contract';
import { createContext, type ReactNode, useContext } from 'react';

/** What the chrome needs of the areas: their pages and menu entries as data, and a way to draw and preload one. */
export interface Areas {
  readonly registry: Readable<RegistrySnapshot>;
  render(area: ResolvedArea): ReactNode;
  /** Fetches the area and the page at this path ahead of time. */
  preload(areaId: string, path: string): void;
}

export const AreasContext = createContext<Areas | null>(null);

export function useAreas(): Areas {
  const areas = useContext(AreasContext);
  if (!areas) throw new Error('useAreas() was called outside of the console.');
  return areas;
}

/** Which areas there are, by the newest word of the gateway. */
export function useRegistry(): RegistrySnapshot {
  return useReadable(useAreas().registry);
}
