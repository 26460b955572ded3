import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parent folders, with `mode` for new ones. An existing folder stays unchanged.
 * Replaces the `recursive` option of Node, which never returns on file systems that answer ENOENT to every
 * new name, such as `/proc`.
 *
 * @throws the error of the operating system
 */
export function createFolder(path: string, mode = 0o777): void {
  const parent = dirname(path);
  try {
    if (!existsSync(parent)) createFolder(parent, mode);
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
