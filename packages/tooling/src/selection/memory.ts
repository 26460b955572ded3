import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestNote } from './choose.ts';
import { type Leaf, readTree, type Tree } from './tree.ts';

/** Results of checks on this machine, in `.cache/check.json`. Without it, a check is the first. */
export interface Memory {
  /** The files at the last check. */
  tree: Tree;
  /** By test file. */
  tests: Record<string, TestNote>;
  /** The hash with which a part last succeeded, by the part's name, and by file for parts that check files alone. */
  well: Record<string, string>;
}

export function recall(root: string): Memory | undefined {
  const file = fileIn(root);
  if (!existsSync(file)) return undefined;
  const { tree, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Stored;
  return { ...rest, tree: new Map(tree) };
}

export function keep(root: string, { tree, tests, well }: Memory): void {
  const stored: Stored = { tree: [...tree], tests, well };
  mkdirSync(path.dirname(fileIn(root)), { recursive: true });
  writeFileSync(fileIn(root), JSON.stringify(stored));
}

type Stored = Omit<Memory, 'tree'> & { tree: [string, Leaf][] };

function fileIn(root: string): string {
  return path.join(root, '.cache/check.json');
}

/** All files that git tracks or would add, so no builds and no data. */
export function currentTree(root: string, earlier: Tree = new Map()): Tree {
  return readTree(root, currentFiles(root), earlier);
}

/** Lists the files of {@link currentTree}. */
export function currentFiles(root: string): string[] {
  const files = git(root, 'ls-files', '-co', '--exclude-standard', '-z');
  return files.filter((file) => existsSync(path.join(root, file)));
}

/**
 * Returns what differs from the last check. Before the first check: from the last commit, or what that commit changed.
 */
export function changedFiles(root: string, tree: Tree, before: Tree | undefined): Set<string> {
  if (!before) {
    const added = git(root, 'ls-files', '-o', '--exclude-standard', '-z');
    const edited = [...added, ...git(root, 'diff', '--name-only', '-z', 'HEAD')];
    return new Set(edited.length > 0 ? edited : git(root, 'show', '--name-only', '--format=', '-z', 'HEAD'));
  }
  const files = new Set([...tree.keys(), ...before.keys()]);
  return new Set([...files].filter((file) => tree.get(file)?.hash !== before.get(file)?.hash));
}

function git(root: string, ...args: string[]): string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return execFileSync('git', args, options).split('\0').filter(Boolean);
}
