import type { ResolvedArea } from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import { useEffect, useRef, useState } from 'react';
import type { ReadyArea } from './console-federation.ts';
import { useFederation } from './federation-provider.tsx';

/**
 * Opens an area when the component mounts; a loaded or prefetched area is rendered at once. A new build that
 * is published while the area is on screen waits for the next visit. After a failure another page of the area is
 * tried when the user goes there.
 */
export function useOpenArea(area: ResolvedArea): { ready?: ReadyArea | undefined; hasFailed: boolean } {
  const federation = useFederation();
  const { pathname } = useLocation();
  const [state, setState] = useState<{ ready?: ReadyArea | undefined; failedAt?: string }>(() => ({
    ready: federation.peek(area, pathname),
  }));
  const chosen = useRef(area);
  const { ready, failedAt } = state;
  const isWanted = !ready && failedAt !== pathname;
  useEffect(() => {
    if (!isWanted) return;
    let isMounted = true;
    federation.open(chosen.current, pathname).then(
      (opened) => isMounted && setState({ ready: opened }),
      () => isMounted && setState({ failedAt: pathname }),
    );
    return () => {
      isMounted = false;
    };
  }, [federation, pathname, isWanted]);
  return { ready, hasFailed: failedAt === pathname };
}
