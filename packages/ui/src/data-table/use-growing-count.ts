import { type RefObject, useEffect, useRef, useState } from 'react';
import { ALL_ROWS } from './use-visible-rows.ts';

/** Returns how many of `count` records to render: more whenever the element behind `end` comes near the window. */
export function useGrowingCount(count: number): { shown: number; end: RefObject<HTMLLIElement | null> } {
  const end = useRef<HTMLLIElement>(null);
  const [limit, setLimit] = useState(ALL_ROWS);

  useEffect(() => {
    if (!end.current || limit >= count) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setLimit(limit + ALL_ROWS), {
      rootMargin: '800px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [limit, count]);

  return { shown: Math.min(limit, count), end };
}
