import {
  type ComponentType,
  createContext,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';

type Load = () => Promise<ComponentType>;

/**
 * A page in its own chunk: `<LazyPage load={loadTokens} />`, with `load` defined at module level. Not React.lazy: React
 * keeps a Suspense fallback for 300 ms once shown, even when the page arrives after 20 ms. A chunk that fails is
 * fetched once more; then, or after 8 seconds, it fails in the area's boundary, and the host tries another build.
 * `PageFallback` is shown until it arrives.
 */
export function LazyPage({ load }: { load: Load }) {
  // The router keeps this element between pages, so state is always compared with its `load`.
  const [, setArrived] = useState<Load>();
  const fallback = useContext(PageFallback);
  const onShown = useContext(PageShown);
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
  const Page = pages.get(load);
  useEffect(() => {
    if (Page) onShown();
  }, [Page, onShown]);
  if (failed?.load === load) throw failed.error;
  return Page ? <Page /> : fallback;
}

/** What the host shows while a page is being fetched. */
export const PageFallback = createContext<ReactNode>(null);

/** Called by each page once it is on screen. */
export const PageShown = createContext<() => void>(() => {});

/** For hosts: returns whether the code of a route's element is not here yet. */
export function isPageAway(element: ReactNode): boolean {
  return isLazyPage(element) && !pages.has(element.props.load);
}

function isLazyPage(element: ReactNode): element is ReactElement<{ load: Load }> {
  return isValidElement<{ load: Load }>(element) && element.type === LazyPage;
}

/** For hosts: fetches and runs a page's code before it is shown, if its route's element is a `LazyPage`. */
export async function loadPageAhead(element: ReactNode): Promise<void> {
  if (isLazyPage(element)) await fetchPage(element.props.load);
}

/** Retries a failed chunk once. The runtime forgets a failed chunk, so it is requested again. */
async function fetchPage(load: Load): Promise<void> {
  if (pages.has(load)) return;
  const again = async (error: unknown) => {
    if (isTimeout(error)) throw error; // the user has already waited long enough
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return await load();
  };
  pages.set(load, await Promise.race([load().catch(again), expire()]));
}

/** A script has a limit of its own, a stylesheet has none. */
function expire(): Promise<never> {
  return new Promise((_, reject) => {
    const error = new Error(`The page took longer than ${LIMIT_MS} ms.`);
    setTimeout(() => reject(Object.assign(error, { name: 'ChunkLoadError', type: 'timeout' })), LIMIT_MS);
  });
}

function isTimeout(error: unknown): boolean {
  return (error as { type?: unknown } | null)?.type === 'timeout';
}

const RETRY_DELAY_MS = 300;
const LIMIT_MS = 8500;

const pages = new WeakMap<Load, ComponentType>();
