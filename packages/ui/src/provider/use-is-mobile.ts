import { breakpoint } from '@tollgate/design-tokens';
import { createContext, useContext, useSyncExternalStore } from 'react';

const query = `(max-width: ${breakpoint.mobile}px)`;

/** True around contents that look as on a phone in a wider window, such as the records of a list. */
export const PhoneLook = createContext(false);

/** True while the window is as narrow as a phone (600 px or less), and within {@link PhoneLook}. */
export function useIsMobile(): boolean {
  const isNarrow = useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
  return useContext(PhoneLook) || isNarrow;
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
