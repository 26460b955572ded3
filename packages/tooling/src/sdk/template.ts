import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';
import { publishedNames } from './packages.ts';

/** Only in the repository of the product. */
const LEFT_OUT = ['ci.sh', 'README.md', '**/*.stories.tsx'];

/**
 * Writes what a new repository begins with: the sources that `npm run new area` writes, and around them what
 * `packages/create-area/template` has. `catalog:` becomes the version that the console was built with.
 */
export function writeTemplate(
  target: string,
  versions: { catalog: ReadonlyMap<string, string>; version: string },
): void {
  cpSync(path.join(root, 'packages/mfe-kit/template'), target, { recursive: true });
  for (const file of globSync(LEFT_OUT, { cwd: target })) rmSync(path.join(target, file));
  cpSync(path.join(root, 'packages/create-area/template'), target, { recursive: true });
  const files = globSync('**/*', { cwd: target, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) fill(path.join(parentPath, name), versions);
}

function fill(file: string, { catalog, version }: Parameters<typeof writeTemplate>[1]): void {
  const text = publishedNames(readFileSync(file, 'utf8'))
    .replace(/"(@?[\w/.-]+)": "catalog:"/g, (_, name: string) => `"${name}": "${catalog.get(name) ?? '*'}"`)
    .replaceAll('"workspace:*"', `"${version}"`);
  writeFileSync(file, text);
}
