import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderResult } from '@testing-library/react';
import type { AreaModule } from '@tollgate/console-sdk';
import type { BuildRef, ResolvedArea, RouteAccess } from '@tollgate/contract';
import type { FederationEvent } from '@tollgate/federation';
import { workspaceRoot } from '../workspace.ts';

/** The shell as it is in this repository. Packages are below the apps, so it comes by its address. */
export async function importShell(): Promise<ShellTesting> {
  const file = path.join(workspaceRoot, 'shell/src/testing/open-area-console.tsx');
  return (await import(pathToFileURL(file).href)) as ShellTesting;
}

interface ShellTesting {
  openAreaConsole: OpenAreaConsole;
}

/**
 * Opens the real console with its real loader around one area, at an address; only the way of the code to the browser is
 * `load`'s.
 */
export type OpenAreaConsole = (options: {
  area: ResolvedArea;
  /** What the gateway says of the area when it is asked again. */
  next: ResolvedArea;
  url: string;
  access: RouteAccess;
  load(build: BuildRef): Promise<AreaModule>;
  /** What the browser says that the gateway answered for the entry, 0 for nothing. */
  entryStatus: number;
}) => AreaConsole;

export interface AreaConsole extends RenderResult {
  /** What was told about the loading of areas, oldest first. */
  events: FederationEvent[];
  close(): void;
}
