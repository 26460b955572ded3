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
  openAreaConsole(options: {
    area: ResolvedArea;
    next: ResolvedArea;
    url: string;
    access: RouteAccess;
    load(build: BuildRef): Promise<AreaModule>;
    entryStatus: number;
  }): RenderResult & { events: FederationEvent[]; close(): void };
}
