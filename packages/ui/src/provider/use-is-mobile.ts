import { breakpoint } from '@tollgate/design-tokens';
import { useSyncExternalStore } from 'react';

const mobile = windowUpTo(breakpoint.mobile);
const tablet = windowUpTo(breakpoint.tablet);

/** True while the window is as narrow as a phone (600 px or less). */
export function useIsMobile(): boolean {
  return useSyncExternalStore(mobile.subscribe, mobile.matches);
}

/** True while the window is as narrow as a tablet held upright (900 px or less). */
export function useIsTablet(): boolean {
  return useSyncExternalStore(tablet.subscribe, tablet.matches);
}

function windowUpTo(width: number) {
  const query = `(max-width: ${width}px)`;
  return {
    matches: () => window.matchMedia(query).matches,
    subscribe(onChange: () => void): () => void {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
  };
}
