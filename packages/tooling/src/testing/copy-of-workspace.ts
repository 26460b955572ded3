import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../workspace.ts';

/** Generated, large or checkout-specific folders. */
const LEFT_OUT = new Set([
  'dist',
  '.cache',
  '.git',
  '.toolchain',
  'data',
  'storybook-static',
  'test-results',
]);

/**
 * Copies the repository to a temporary folder with the same installed packages. Their store is linked, and
 * the links of each package are copied, so that workspace packages resolve to the copy.
 */
export function copyOfWorkspace(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-copy-'));
  for (const name of readdirSync(root)) {
    if (LEFT_OUT.has(name) || name === 'node_modules') continue;
    cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !LEFT_OUT.has(path.basename(source)),
    });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Does what `pnpm install` would do for a new area: it has the same dependencies as its siblings. */
export function linkLikeSibling(folder: string, name: string, sibling = 'mfe-logs'): void {
  cpSync(path.join(folder, sibling, 'node_modules'), path.join(folder, name, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}
