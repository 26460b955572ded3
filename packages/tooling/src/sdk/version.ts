import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { hostApi } from '@tollgate/contract';
import { root } from '../workspace.ts';
import { SDK_PACKAGES } from './packages.ts';

/** What the packages are made from. */
const SOURCES = [...SDK_PACKAGES.map(({ folder }) => `packages/${folder}`), 'shell/src'];
const EPOCH_S = Date.UTC(2026, 0, 1) / 1000;

/**
 * The version of all packages of the SDK: that of the host API, and as patch the minutes from 2026 to the last change of
 * their sources. So other content has another, later version: npm keeps what it got once under a version for ever.
 */
export function sdkVersion(changedAt = lastChange()): string {
  const [major, minor] = hostApi.split('.');
  return `${major}.${minor}.${Math.floor((changedAt - EPOCH_S) / 60)}`;
}

/** Seconds since 1970. */
function lastChange(): number {
  const edited = git('status', '--porcelain', '--', ...SOURCES);
  const committed = git('log', '-1', '--format=%ct', '--', ...SOURCES);
  if (edited === '' && committed) return Number(committed);
  // The files of an archive have the time of its commit.
  const times = globSync(
    SOURCES.map((folder) => `${folder}/**/*.{ts,tsx,css,json}`),
    { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' || name === '.tsc' },
  ).map((file) => statSync(path.join(root, file)).mtimeMs);
  return Math.floor(Math.max(...times) / 1000);
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
