import type { PerLanguage } from '@tollgate/contract';
import type { ReactNode } from 'react';
import type { AreaContext } from './area-context.ts';
import type { ExtensionLoader } from './extensions.tsx';

/** Makes the one module that an area exposes. */
export function defineArea(area: AreaDefinition): AreaModule {
  return Object.freeze({ contract: 1, ...area });
}

/** The module as the shell receives it. `contract` identifies builds of another contract version. */
export interface AreaModule extends AreaDefinition {
  readonly contract: 1;
}

/** What an area draws and says; its manifest has what is needed before this code is loaded. */
export interface AreaDefinition {
  /** Absolute paths, the same as in `src/area.manifest.ts`. */
  readonly routes: readonly AreaRoute[];
  /** One lazy import per language. The shell loads the current one before the first render. */
  readonly texts: PerLanguage<TextLoader>;
  /** What it shows at points of other areas, by the ids of `src/area.manifest.ts`: one lazy import each. */
  readonly extensions?: Readonly<Record<string, ExtensionLoader>>;
  /** Runs once per build and page, before the first render. May return a cleanup function. */
  setup?(ctx: AreaContext): (() => void) | undefined;
}

/** Loads the texts of one language: `() => import('./i18n/en.json')`. */
export type TextLoader = () => Promise<{ default: object }>;

/** A page at an absolute path, in the pattern syntax of the router: `/log/:id`. */
export interface AreaRoute {
  path: string;
  element: ReactNode;
  children?: AreaRoute[];
}
