import budgets from '../budgets.json' with { type: 'json' };
import { type Lockfile, readLockfile } from './lockfile.ts';

const GATEWAY = 'packages/gateway';

/**
 * Counts the third-party packages that a production gateway depends on, directly or not, by the lockfile.
 * Each name and version counts once; builds for machines other than `isHere` describes do not. A publisher of
 * one of them can run code next to every provider key, so the number has a budget.
 */
export function checkDependencies(root: string): { complaints: string[]; note: string } {
  const names = listDependencies(readLockfile(root), GATEWAY);
  const budget = budgets.gatewayDependencies;
  const complaints =
    names.length > budget
      ? [`The gateway depends on ${names.length} packages; the budget is ${budget}: ${names.join(', ')}.`]
      : [];
  return { complaints, note: `${names.length} of ${budget} packages of others` };
}

/** Names and versions, sorted. Leaves out packages called `except`, and what only they bring. */
export function listDependencies(
  { importers, packages, snapshots }: Lockfile,
  importer: string,
  except?: string,
): string[] {
  const found = new Set<string>();
  const visited = new Set<string>();
  visitImporter(importer);
  return [...found].sort();

  function visitImporter(folder: string): void {
    if (visited.has(folder)) return;
    visited.add(folder);
    for (const [name, { version }] of Object.entries(importers[folder]?.dependencies ?? {})) {
      if (version.startsWith('link:')) visitImporter(resolveLink(folder, version.slice('link:'.length)));
      else visitPackage(name, version);
    }
  }

  function visitPackage(name: string, version: string): void {
    if (name === except) return;
    // An alias has another package name instead of a version.
    const key = /^\d/.test(version) ? `${name}@${version}` : version;
    if (visited.has(key)) return;
    visited.add(key);
    const id = key.replace(/\(.*$/, '');
    if (!isHere(packages[id] ?? {})) return;
    found.add(id);
    const { dependencies = {}, optionalDependencies = {} } = snapshots[key] ?? {};
    for (const next of Object.entries({ ...dependencies, ...optionalDependencies })) visitPackage(...next);
  }
}

/** Returns whether a package is for a common server: Linux with glibc on x64. */
function isHere({ os = 'linux', cpu = 'x64', libc = 'glibc' }: Lockfile['packages'][string]): boolean {
  return os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
}

function resolveLink(folder: string, link: string): string {
  return new URL(link, `file:///${folder}/`).pathname.slice(1);
}
