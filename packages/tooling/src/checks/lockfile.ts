import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The parts of `pnpm-lock.yaml` that are used here. */
export interface Lockfile {
  /** Workspace packages by folder. */
  importers: Record<string, { dependencies?: Record<string, { version: string }> }>;
  /** Packages by name and version, with the machines they are for. */
  packages: Record<string, { os?: string; cpu?: string; libc?: string }>;
  /** Packages by name, version and peers, with their dependencies by name. */
  snapshots: Record<
    string,
    { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }
  >;
}

/** Reads `pnpm-lock.yaml` below `root`. Inline lists and values stay text. */
export function readLockfile(root: string): Lockfile {
  const text = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  return { importers: {}, packages: {}, snapshots: {}, ...readMaps(text) };
}

interface Map_ {
  [key: string]: Map_ | string;
}

/** Parses the maps of a YAML text with two-space indents and keys quoted where required, as pnpm writes it. */
function readMaps(text: string): Map_ {
  const root: Map_ = {};
  const open: Map_[] = [root];
  for (const line of text.split('\n')) {
    const [, indent = '', quoted, plain, value = ''] =
      /^((?: {2})*)(?:'((?:[^']|'')+)'|([^\s'#-][^:]*(?::[^\s:][^:]*)*)):(?: (.*))?$/.exec(line) ?? [];
    const key = quoted ?? plain;
    if (key === undefined) continue;
    const depth = indent.length / 2;
    const parent = open[depth];
    if (!parent) continue;
    const child: Map_ = {};
    parent[key] = value === '' ? child : value === '{}' ? {} : value.replaceAll("'", '');
    open.length = depth + 1;
    if (value === '') open.push(child);
  }
  return root;
}
