import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Guide } from './guide.ts';

/** What is installed is kept from run to run. Delete the folder to test the newest versions. */
export const clientsFolder = path.resolve(import.meta.dirname, '../../../../../.cache/clients');

/**
 * Installs what a guide names from the npm registry and PyPI, each guide into a folder of its own. Returns
 * the folders of the commands, for `PATH`.
 */
export function install(name: string, { npm, pip }: Guide): string[] {
  const folder = path.join(clientsFolder, name);
  const done = path.join(folder, 'installed');
  const venv = path.join(folder, 'venv');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    const options = { cwd: folder, stdio: 'inherit' } as const;
    if (npm.length > 0) execFileSync('npm', ['install', '--no-audit', '--no-fund', ...npm], options);
    if (pip.length > 0) execFileSync('python3', ['-m', 'venv', venv], options);
    if (pip.length > 0) execFileSync(path.join(venv, 'bin/pip'), ['install', '--quiet', ...pip], options);
    writeFileSync(done, '');
  }
  return [path.join(folder, 'node_modules/.bin'), path.join(venv, 'bin')];
}
