import type { ResolvedArea } from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import { useEffect, useRef, useState } from 'react';
import type { ReadyArea } from './console-federation.ts';
import { useFederation } from './federation-provider.tsx';

/**
 * Opens an area when the component mounts; a loaded or prefetched area is rendered at once. A new build that
 * is published while the area is on screen waits for the next visit.
 */
export function useOpenArea(area: ResolvedArea): { ready?: ReadyArea | undefined; failed?: boolean } {
  const federation = useFederation();
  const [state, setState] = useState<{ ready?: ReadyArea | undefined; failed?: boolean }>(() => ({
    ready: federation.peek(area),
  }));
  const { pathname } = useLocation();
  const opened = useRef({ area, pathname, isReady: state.ready !== undefined });
  useEffect(() => {
    const { area: chosen, pathname: at, isReady } = opened.current;
    if (isReady) return;
    let isMounted = true;
    federation.open(chosen, at).then(
      (ready) => isMounted && setState({ ready }),
      () => isMounted && setState({ failed: true }),
    );
    return () => {
      isMounted = false;
    };
  }, [federation]);
  return state;
}
