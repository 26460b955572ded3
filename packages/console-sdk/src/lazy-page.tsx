import {
  type ComponentType,
  createContext,
  isValidElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';

type Load = () => Promise<ComponentType>;

/**
 * A page in its own chunk: `<LazyPage load={loadTokens} />`, with `load` defined at module level. Not React.lazy: React
 * keeps a Suspense fallback for 300 ms once shown, even when the page arrives after 20 ms. A chunk that fails is
 * fetched once more; then it fails in the area's boundary. `PageFallback` is shown until it arrives.
 */
export function LazyPage({ load }: { load: Load }) {
  // The router keeps this element between pages, so state is always compared with its `load`.
  const [, setArrived] = useState<Load>();
  const fallback = useContext(PageFallback);
  const [failed, setFailed] = useState<{ load: Load; error: unknown }>();
  useEffect(() => {
    if (pages.has(load)) return;
    let isMounted = true;
    fetchPage(load).then(
      () => isMounted && setArrived(() => load),
      (error: unknown) => isMounted && setFailed({ load, error }),
    );
    return () => {
      isMounted = false;
    };
  }, [load]);
  if (failed?.load === load) throw failed.error;
  const Page = pages.get(load);
  return Page ? <Page /> : fallback;
}

/** What the host shows while a page is being fetched. */
export const PageFallback = createContext<ReactNode>(null);

/** For hosts: fetches and runs a page's code before it is shown, if its route's element is a `LazyPage`. */
export async function loadPageAhead(element: ReactNode): Promise<void> {
  if (isValidElement<{ load: Load }>(element) && element.type === LazyPage)
    await fetchPage(element.props.load);
}

/** Retries a failed chunk once. The runtime forgets a failed chunk, so it is requested again. */
async function fetchPage(load: Load): Promise<void> {
  if (pages.has(load)) return;
  const again = async (error: unknown) => {
    if (isTimeout(error)) throw error; // the user has already waited long enough
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return await load();
  };
  pages.set(load, await load().catch(again));
}

function isTimeout(error: unknown): boolean {
  return (error as { type?: unknown } | null)?.type === 'timeout';
}

const RETRY_DELAY_MS = 300;

const pages = new WeakMap<Load, ComponentType>();
