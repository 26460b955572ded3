import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderResult } from '@testing-library/react';
import type { AreaModule } from '@tollgate/console-sdk';
import type { BuildRef, ResolvedArea, RouteAccess } from '@tollgate/contract';
import type { FederationEvent } from '@tollgate/federation';
import { isInWorkspace, workspaceRoot } from '../workspace.ts';

/**
 * Imports the shell: of this repository, or the copy that the published kit contains. Packages are below the apps, so
 * it is imported by path.
 */
export async function importShell(): Promise<ShellTesting> {
  const file = isInWorkspace
    ? path.join(workspaceRoot, 'shell/src/testing/open-area-console.tsx')
    : path.join(import.meta.dirname, '../../shell/testing/open-area-console.js');
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ShellTesting;
}

interface ShellTesting {
  openAreaConsole: OpenAreaConsole;
}

/**
 * Opens the real console with its real loader around one area, at an address; only the transport of the code
 * is replaced by `load`.
 */
export type OpenAreaConsole = (options: {
  area: ResolvedArea;
  /** The area in the gateway's next response. */
  next: ResolvedArea;
  url: string;
  access: RouteAccess;
  load(build: BuildRef): Promise<AreaModule>;
  /** The browser's Resource Timing status of the entry, 0 for none. */
  entryStatus: number;
}) => AreaConsole;

export interface AreaConsole extends RenderResult {
  /** Reported load events, oldest first. */
  events: FederationEvent[];
  close(): void;
}
