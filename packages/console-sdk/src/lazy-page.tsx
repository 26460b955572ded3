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
 * A page in a chunk of its own: `<LazyPage load={loadTokens} />`, with `load` defined at module level. Not React.lazy:
 * once React has shown a Suspense fallback it keeps it for 300 ms, also when the page arrives after 20. A chunk that
 * fails is fetched once more; then it ends in the boundary of the area. Until it is there, `PageFallback` stands in.
 */
export function LazyPage({ load }: { load: Load }) {
  // The router keeps this element when it goes from one page to the next, so what is known always belongs to a `load`.
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

/** What the host shows in place of a page that is being fetched. */
export const PageFallback = createContext<ReactNode>(null);

/** For hosts: fetches and runs the code of a page before it is shown, if the element of its route is a `LazyPage`. */
export async function loadPageAhead(element: ReactNode): Promise<void> {
  if (isValidElement<{ load: Load }>(element) && element.type === LazyPage)
    await fetchPage(element.props.load);
}

/** Tries once more what was lost on its way. The runtime forgets a chunk that failed, so that it is asked for anew. */
async function fetchPage(load: Load): Promise<void> {
  if (pages.has(load)) return;
  const again = async (error: unknown) => {
    if (isTimeout(error)) throw error; // the user has waited long enough
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
