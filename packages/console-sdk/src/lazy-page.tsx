import { type ComponentType, useEffect, useState } from 'react';

type Load = () => Promise<ComponentType>;

/**
 * A page in a chunk of its own: `<LazyPage load={loadTokens} />`, with `load` defined at module level. Not React.lazy:
 * once React has shown a Suspense fallback it keeps it for 300 ms, also when the page arrives after 20. A chunk that
 * fails ends in the boundary of the area.
 */
export function LazyPage({ load }: { load: Load }) {
  // The router keeps this element when it goes from one page to the next, so what is known always belongs to a `load`.
  const [, setArrived] = useState<Load>();
  const [failed, setFailed] = useState<{ load: Load; error: unknown }>();
  useEffect(() => {
    if (pages.has(load)) return;
    let isMounted = true;
    load().then(
      (page) => {
        pages.set(load, page);
        if (isMounted) setArrived(() => load);
      },
      (error: unknown) => isMounted && setFailed({ load, error }),
    );
    return () => {
      isMounted = false;
    };
  }, [load]);
  if (failed?.load === load) throw failed.error;
  const Page = pages.get(load);
  return Page ? <Page /> : null;
}

const pages = new WeakMap<Load, ComponentType>();
