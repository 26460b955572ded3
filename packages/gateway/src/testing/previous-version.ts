import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const migrations = ['migrations', 'log-migrations'].map((folder) => `packages/gateway/src/db/${folder}`);

/** The commit before the newest migration. Undefined without git, or where the history is cut off. */
export function findPreviousVersion(): string | undefined {
  try {
    // Along main only: on a branch that was merged, a number may come before one of another branch.
    const newest = git('log', '-1', '--first-parent', '--diff-filter=A', '--format=%H', '--', ...migrations);
    return git('rev-parse', '--verify', '--quiet', `${newest}^`) || undefined;
  } catch {
    return undefined;
  }
}

/** Writes a version into an empty folder, with the packages of others that this checkout has. Returns its `main.ts`. */
export function writeVersion(commit: string, folder: string): string {
  const archive = execFileSync('git', ['archive', commit, 'packages'], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of readdirSync(join(folder, 'packages'))) {
    const installed = join(root, 'packages', name, 'node_modules');
    if (existsSync(installed))
      linkPackages(installed, join(folder, 'packages', name, 'node_modules'), folder);
  }
  return join(folder, 'packages/gateway/src/main.ts');
}

/** Packages of the repository lead to those of the version, others to where they are installed. */
function linkPackages(installed: string, target: string, folder: string): void {
  for (const entry of readdirSync(installed).filter((name) => !name.startsWith('.'))) {
    const names = entry.startsWith('@')
      ? readdirSync(join(installed, entry)).map((name) => join(entry, name))
      : [entry];
    for (const name of names) {
      const file = join(target, name);
      mkdirSync(join(file, '..'), { recursive: true });
      const own = join(folder, 'packages', name.replace('@tollgate/', ''));
      symlinkSync(name.startsWith('@tollgate/') ? own : realpathSync(join(installed, name)), file);
    }
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
