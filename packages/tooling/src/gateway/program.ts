import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChange } from '../fingerprint.ts';
import { root } from '../workspace.ts';

/** Its folder, as builds are named. */
export const GATEWAY = 'packages/gateway';
const BUILT = `${GATEWAY}/dist/main.mjs`;
const SOURCE = `${GATEWAY}/src/main.ts`;

let known: string | undefined;

/** The gateway's program: as it is built, or its sources when they have changed since. */
export function gatewayProgram(): string {
  known ??= path.join(root, findChange(GATEWAY) ? SOURCE : BUILT);
  return known;
}

/** The program of another checkout: as it is built, if it is. */
export function gatewayProgramIn(folder: string): string {
  const built = path.resolve(folder, BUILT);
  return existsSync(built) ? built : path.resolve(folder, SOURCE);
}

/** The program of this or another checkout as sources, whose files tell which room a function is in. */
export function gatewaySourcesIn(folder = root): string {
  return path.resolve(folder, SOURCE);
}
