import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** The folders that are built for the browser: the shell, and one per area. */
export function listApps(): string[] {
  return readdirSync(root).filter(
    (name) =>
      (name === 'shell' || name.startsWith('mfe-')) && existsSync(path.join(root, name, 'rsbuild.config.ts')),
  );
}

/** An app and all workspace packages that end up in it or build it, as folders from the root. */
export function listIngredients(folder: string, found = new Set<string>()): string[] {
  if (found.has(folder)) return [];
  found.add(folder);
  const { dependencies, devDependencies } = readPackage(folder);
  // The build tools of an app shape it; those of a package are for its own tests.
  const names = Object.keys({ ...dependencies, ...(found.size === 1 ? devDependencies : {}) });
  for (const name of names) {
    if (name.startsWith('@tollgate/')) listIngredients(`packages/${name.slice('@tollgate/'.length)}`, found);
  }
  return [...found];
}

/** A program that a package depends on, as its own scripts would find it. */
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
