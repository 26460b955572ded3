import type { AreaModule, IsolatedArea } from '@tollgate/console-sdk';
import { isValidElement, type ReactNode } from 'react';
import { IsolatedPage } from './isolated-page.tsx';

/** Returns an isolated area in the form of every other one: all of its pages are one element, which stays mounted. */
export function asAreaModule(area: IsolatedArea): AreaModule {
  const element = <IsolatedPage area={area} />;
  return Object.freeze({
    contract: 1,
    routes: area.routes.map((path) => ({ path, element })),
    texts: { zh: noTexts, en: noTexts },
  } satisfies AreaModule);
}

/** Returns whether the page of a route says by itself when it is on screen. */
export function isIsolatedPage(element: ReactNode): boolean {
  return isValidElement(element) && element.type === IsolatedPage;
}

/** They are in its own code. */
const noTexts = async () => ({ default: {} });
