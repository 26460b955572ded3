import type { ReactNode } from 'react';
import type { AreaContext } from './area-context.ts';
import type { ExtensionLoader } from './extensions.tsx';
/** Makes the one module that an area exposes. */
export declare function defineArea(area: AreaDefinition): AreaModule;
/** The module as the shell receives it. `contract` tells a build of another generation apart. */
export interface AreaModule extends AreaDefinition {
  readonly contract: 1;
}
export interface AreaDefinition {
  /** Absolute paths, the same as in `src/area.manifest.ts`. */
  readonly routes: readonly AreaRoute[];
  /** One lazy import per language. The shell loads the current one before the first render. */
  readonly texts: Readonly<Record<'zh' | 'en', TextLoader>>;
  /** What it shows in places of other areas, by the ids of `src/area.manifest.ts`: one lazy import each. */
  readonly extensions?: Readonly<Record<string, ExtensionLoader>>;
  /** Runs once per build and page, before the first render. The answer, if any, undoes it. */
  setup?(ctx: AreaContext): (() => void) | undefined;
}
export type TextLoader = () => Promise<{
  default: object;
}>;
export interface AreaRoute {
  path: string;
  element: ReactNode;
  children?: AreaRoute[];
}
