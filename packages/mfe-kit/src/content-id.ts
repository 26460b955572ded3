import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AreaError } from './area-error.ts';
import { isShared } from './shared.ts';
import { isInWorkspace, readPackage, workspaceRoot } from './workspace.ts';

/**
 * Returns the build id of an area: the first 10 hex digits of the SHA-256 over all build inputs. It is computed before
 * bundling because the container's name contains it. Builds are served as immutable, so no input may be missing.
 */
export function contentId(areaFolder: string): string {
  if (!isInWorkspace) return contentIdOfRepository(areaFolder);
  const hash = createHash('sha256');
  for (const folder of [areaFolder, ...bundledPackages(areaFolder), iconsFolder, import.meta.dirname]) {
    for (const file of sourceFiles(folder)) {
      hash.update(path.relative(workspaceRoot, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  hash.update(readFileSync(path.join(workspaceRoot, 'pnpm-lock.yaml')));
  return hash.digest('hex').slice(0, 10);
}

/** In a repository of its own the lockfile, which is one of the files, says what is bundled and what builds it. */
function contentIdOfRepository(folder: string): string {
  const files = sourceFiles(folder);
  const hasLockfile = files.some((file) => LOCKFILES.includes(path.basename(file)));
  if (!hasLockfile)
    throw new AreaError([`${folder} has no lockfile (${LOCKFILES.join(', ')}): install its packages first.`]);
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(path.relative(folder, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 10);
}

const LOCKFILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];

/** Workspace packages in the area's own files, with their dependencies. */
function bundledPackages(folder: string, found = new Set<string>()): Set<string> {
  for (const name of Object.keys(readPackage(folder).dependencies ?? {})) {
    if (!name.startsWith('@tollgate/') || isShared(name) || name === '@tollgate/ui') continue;
    const dependency = path.join(workspaceRoot, 'packages', name.slice('@tollgate/'.length));
    if (found.has(dependency)) continue;
    found.add(dependency);
    bundledPackages(dependency, found);
  }
  return found;
}

/** Returns sources in a stable order, without tests, stories and their helpers. */
function sourceFiles(folder: string): string[] {
  return globSync(['src/**/*.*', '*.*'], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:test|stories|fixtures)\.\w+$|\.md$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** The only entry point of the UI kit that the shell does not share. */
const iconsFolder = path.join(workspaceRoot, 'packages/ui/src/icons');
