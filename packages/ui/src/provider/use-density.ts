import { createContext, useContext } from 'react';

/** How close rows of tables stand. */
export type Density = 'regular' | 'compact';

export const DensityContext = createContext<Density>('regular');

/** What the user chose for all tables. */
export function useDensity(): Density {
  return useContext(DensityContext);
}
