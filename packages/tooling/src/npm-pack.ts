import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './workspace.ts';

/** Returns the versions of the catalog in `pnpm-workspace.yaml` by name. */
export function readCatalog(): Map<string, string> {
  const text = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  const lines = text.matchAll(/^ {2}"?([@\w/.-]+)"?: (\d[\w.-]*)$/gm);
  return new Map([...lines].map(([, name = '', version = '']) => [name, version]));
}

/**
 * Packs a folder as npm publishes it and returns the name of the file. Times are fixed: the same sources give the same
 * bytes.
 */
export function npmPack(folder: string, target: string): string {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const answer = JSON.parse(output) as { filename: string }[] | Record<string, { filename: string }>;
  const [packed] = Object.values(answer);
  if (!packed) throw new Error(`npm packed nothing from ${folder}.`);
  return path.basename(packed.filename);
}
