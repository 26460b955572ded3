import path from 'node:path';
import { SHARED } from './shared.ts';
import { readPackage } from './workspace.ts';

/** The versions of the shared modules that a folder is built with. Those of the workspace itself are the host API's. */
export function readBom(folder: string): Record<string, string> {
  const names = SHARED.filter((key) => !key.endsWith('/') && !key.startsWith('@tollgate/'));
  return Object.fromEntries(
    names.map((name) => [name, readPackage(path.join(folder, 'node_modules', name)).version]),
  );
}
