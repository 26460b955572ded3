import type { ResolvedArea } from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import { useEffect, useRef, useState } from 'react';
import type { ReadyArea } from './console-federation.ts';
import { useFederation } from './federation-provider.tsx';

/**
 * Opens an area when the component mounts; a loaded or prefetched area is rendered at once. A new build that
 * is published while the area is on screen waits for the next visit. After a failure another page of the area is
 * tried when the user goes there, and an area that only took too long is shown when it arrives.
 */
export function useOpenArea(area: ResolvedArea): {
  ready?: ReadyArea | undefined;
  hasFailed: boolean;
  /** Why, when it failed. */
  error?: unknown;
} {
  const federation = useFederation();
  const { pathname } = useLocation();
  const [state, setState] = useState<{ ready?: ReadyArea | undefined; failedAt?: string; error?: unknown }>(
    () => ({
      ready: federation.peek(area, pathname),
    }),
  );
  const chosen = useRef(area);
  const { ready, failedAt, error } = state;
  const isWanted = !ready && failedAt !== pathname;
  useEffect(() => {
    if (!isWanted) return;
    let isMounted = true;
    federation.open(chosen.current, pathname).then(
      (opened) => isMounted && setState({ ready: opened }),
      (cause: unknown) => isMounted && setState({ failedAt: pathname, error: cause }),
    );
    return () => {
      isMounted = false;
    };
  }, [federation, pathname, isWanted]);
  const hasFailed = failedAt === pathname;
  useEffect(() => {
    if (!hasFailed) return;
    let isMounted = true;
    void federation.arrival(chosen.current).then((hasArrived) => isMounted && hasArrived && setState({}));
    return () => {
      isMounted = false;
    };
  }, [federation, hasFailed]);
  return { ready, hasFailed, error };
}
