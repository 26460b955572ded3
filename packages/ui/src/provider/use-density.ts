import { createContext, useContext } from 'react';

/** Row height of tables. */
export type Density = 'regular' | 'compact';

export const DensityContext = createContext<Density>('regular');

/** Returns the user's choice for all tables. */
export function useDensity(): Density {
  return useContext(DensityContext);
}
