import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** Folders that are built for the browser: the shell and the areas. */
export function listApps(): string[] {
  return readdirSync(root).filter(
    (name) =>
      (name === 'shell' || name.startsWith('mfe-')) && existsSync(path.join(root, name, 'rsbuild.config.ts')),
  );
}

/** Returns an app and all workspace packages that it contains or is built with, as folders from the root. */
export function listIngredients(folder: string, found = new Set<string>()): string[] {
  if (found.has(folder)) return [];
  found.add(folder);
  const { dependencies, devDependencies } = readPackage(folder);
  // Dev dependencies of an app shape its build; those of a package are for its own tests.
  const names = Object.keys({ ...dependencies, ...(found.size === 1 ? devDependencies : {}) });
  for (const name of names) {
    if (name.startsWith('@tollgate/')) listIngredients(`packages/${name.slice('@tollgate/'.length)}`, found);
  }
  return [...found];
}

/** Returns the path of a program that a package depends on, as its scripts would resolve it. */
export function programOf(folder: string, name: string): string {
  return path.join(root, folder, 'node_modules/.bin', name);
}

interface Package {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function readPackage(folder: string): Package {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Package;
}
