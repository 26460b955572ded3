import { type ComponentType, type ReactElement, type ReactNode } from 'react';

type Load = () => Promise<ComponentType>;
/**
 * A page in its own chunk: `<LazyPage load={loadTokens} />`, with `load` defined at module level. Not React.lazy: React
 * keeps a Suspense fallback for 300 ms once shown, even when the page arrives after 20 ms. A chunk that fails is
 * fetched once more; then, or after 8 seconds, it fails in the area's boundary, and the host tries another build.
 * `PageFallback` is shown until it arrives.
 */
export declare function LazyPage({
  load,
}: {
  load: Load;
}):
  | string
  | number
  | bigint
  | boolean
  | import('react').JSX.Element
  | Iterable<ReactNode>
  | Promise<
      | string
      | number
      | bigint
      | boolean
      | Iterable<ReactNode>
      | ReactElement<unknown, string | import('react').JSXElementConstructor<never>>
      | import('react').ReactPortal
      | null
      | undefined
    >
  | null
  | undefined;
/** What the host shows while a page is being fetched. */
export declare const PageFallback: import('react').Context<ReactNode>;
/** Called by each page once it is on screen. */
export declare const PageShown: import('react').Context<() => void>;
/** For hosts: returns whether the code of a route's element is not here yet. */
export declare function isPageAway(element: ReactNode): boolean;
/** For hosts: fetches and runs a page's code before it is shown, if its route's element is a `LazyPage`. */
export declare function loadPageAhead(element: ReactNode): Promise<void>;
