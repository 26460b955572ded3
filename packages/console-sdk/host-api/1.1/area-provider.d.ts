import { type ReactNode } from 'react';
import type { AreaContext } from './area-context.ts';
import type { Readable } from './readable.ts';
import type { Session } from './session.ts';
export declare function AreaProvider(props: {
  value: AreaContext;
  children: ReactNode;
}): import('react').JSX.Element;
/** What the area that is being rendered may use. @throws outside of an area. */
export declare function useArea(): AreaContext;
/** Who is looking; renders again when that changes. */
export declare function useSession(): Session;
export declare function useReadable<T>(readable: Readable<T>): T;
