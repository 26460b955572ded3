import type { Theme } from '@tollgate/design-tokens';
import { createContext, useContext } from 'react';

export const ThemeContext = createContext<Theme>('light');

/** Returns the current theme. Charts pick their colors by it: `chartSeries[useTheme()]`. */
export function useTheme(): Theme {
  return useContext(ThemeContext);
}
