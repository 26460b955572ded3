import { useLocation, useNavigationType } from '@tollgate/ui/router';
import { useEffect, useLayoutEffect } from 'react';

const PATIENCE_MS = 2000;
const positions = new Map<string, number>();

/** A new page starts at its top; going back restores the scroll position, once the page is long enough. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();

  useEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: filters change the key too, and must not move the page
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const known = positions.get(key);
    // The first page of a visit: it is at its top, and to ask where would lay it out twice.
    if (type === 'POP' && known === undefined && positions.size === 0) return;
    if (type === 'POP') return scrollWhenPossible(known ?? 0);
    window.scrollTo(0, 0);
  }, [pathname]);
}

function scrollWhenPossible(top: number): () => void {
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(stop, PATIENCE_MS);
  observer.observe(document.body);
  attempt();
  return stop;

  function attempt(): void {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 2) stop();
  }

  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
}
