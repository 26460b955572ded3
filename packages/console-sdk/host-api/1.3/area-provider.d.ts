import { type ReactNode } from 'react';
import type { AreaContext } from './area-context.ts';
import type { Readable } from './readable.ts';
import type { Session } from './session.ts';
/**
 * Gives an area its context and the texts of its build, and marks its popups for its styles. The shell and the mock
 * shell render it inside an element with the same `data-scope`; areas read the context with `useArea`.
 */
export declare function AreaProvider({
  value,
  children,
}: {
  value: AreaContext;
  children: ReactNode;
}): import('react').JSX.Element;
/** Returns the context of the area that is being rendered. @throws outside of an area. */
export declare function useArea(): AreaContext;
/** Returns the current session; renders again when it changes. */
export declare function useSession(): Session;
/** Returns the current value, and renders again when it changes. */
export declare function useReadable<T>(readable: Readable<T>): T;
