import { type AreaModule, loadPageAhead } from '@tollgate/console-sdk';
import { ContractFailure } from '@tollgate/federation';
import { matchRoutes } from '@tollgate/ui/router';
import type { ReactNode } from 'react';

/** Returns whether a build has a page for a path. An earlier build lacks pages of later ones. */
export function hasPageAt({ routes }: Pick<AreaModule, 'routes'>, path: string): boolean {
  return matchRoutes([...routes], path) !== null;
}

/** Loads the code of the page at a path. @throws {ContractFailure} when the build has no such page */
export async function loadPageAt(module: Pick<AreaModule, 'routes'>, path: string): Promise<void> {
  const matches = matchRoutes([...module.routes], path);
  if (!matches) throw missingPage(path);
  await Promise.all(matches.map(({ route }) => loadPageAhead(route.element)));
}

/** Whether a page says by itself when it is on screen: that of an isolated area, once it is mounted. */
export function saysWhenShown(element: ReactNode): boolean {
  return Boolean((element as { props?: { isolated?: object } } | null)?.props?.isolated);
}

export function missingPage(path: string): ContractFailure {
  return new ContractFailure(`The build has no page for ${path}.`);
}
