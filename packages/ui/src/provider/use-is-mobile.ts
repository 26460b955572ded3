import { breakpoint } from '@tollgate/design-tokens';
import { useSyncExternalStore } from 'react';

const query = `(max-width: ${breakpoint.mobile}px)`;

/** True while the window is as narrow as a phone (600 px or less). */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
