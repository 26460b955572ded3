import path from 'node:path';
import { SHARED } from './shared.ts';
import { readPackage } from './workspace.ts';

/** Returns the versions of the shared modules of a folder's build. Workspace modules have the host API's version. */
export function readBom(folder: string): Record<string, string> {
  const names = SHARED.filter((key) => !key.endsWith('/') && !key.startsWith('@tollgate/'));
  return Object.fromEntries(
    names.map((name) => [name, readPackage(path.join(folder, 'node_modules', name)).version]),
  );
}
