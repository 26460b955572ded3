import { type ComponentType } from 'react';

type Load = () => Promise<ComponentType>;
/**
 * A page in a chunk of its own: `<LazyPage load={loadTokens} />`, with `load` defined at module level. Not React.lazy:
 * once React has shown a Suspense fallback it keeps it for 300 ms, also when the page arrives after 20. A chunk that
 * fails ends in the boundary of the area.
 */
export declare function LazyPage({ load }: { load: Load }): import('react').JSX.Element | null;
