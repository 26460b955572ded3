import type { AreaModule, IsolatedArea } from '@tollgate/console-sdk';
import type { BuildRef } from '@tollgate/contract';
import { attachStyles } from '../attach-styles.ts';
import { IsolatedPage } from './isolated-page.tsx';
import { loadIsolated } from './load-isolated.ts';

/** Loads a build of contract 2 in the form of every other area. A chunk of its own: few consoles have one. */
export async function loadIsolatedModule(build: BuildRef): Promise<AreaModule> {
  const [area] = await Promise.all([loadIsolated(build), attachStyles(build)]);
  return asAreaModule(area);
}

/** All of its pages are one element, which stays mounted. */
function asAreaModule(area: IsolatedArea): AreaModule {
  const element = <IsolatedPage isolated={area} />;
  return Object.freeze({
    contract: 1,
    routes: area.routes.map((path) => ({ path, element })),
    texts: { zh: noTexts, en: noTexts },
  } satisfies AreaModule);
}

/** They are in its own code. */
const noTexts = async () => ({ default: {} });
