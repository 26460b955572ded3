import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Installs clients from the npm registry and PyPI into `folder`, each at its newest version. What is there
 * already stays. Returns the folders of their commands, for `PATH`.
 */
export function installClients(folder: string, packages: readonly string[]): string[] {
  const python = packages.flatMap((name) => (name.startsWith('pip:') ? [name.slice(4)] : []));
  const node = packages.filter((name) => !name.startsWith('pip:'));
  mkdirSync(folder, { recursive: true });
  const missing = node.filter((name) => !existsSync(path.join(folder, 'node_modules', name)));
  if (missing.length > 0) {
    const file = path.join(folder, 'package.json');
    if (!existsSync(file)) writeFileSync(file, '{ "private": true }\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...missing], {
      cwd: folder,
      stdio: 'inherit',
    });
  }
  const venv = path.join(folder, 'venv');
  const list = path.join(venv, 'installed.txt');
  if (python.length > 0 && !existsSync(list)) {
    execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' });
    execFileSync(path.join(venv, 'bin/pip'), ['install', '--quiet', ...python], { stdio: 'inherit' });
    writeFileSync(list, python.join('\n'));
  }
  return [path.join(folder, 'node_modules/.bin'), path.join(venv, 'bin')];
}
