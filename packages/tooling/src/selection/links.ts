import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Name, Tree } from './tree.ts';

/** What a file uses: `files` transitively, `texts` directly. */
export interface Links {
  files: string[];
  texts: string[];
}

/** Resolves the names in every file of the tree: from its own folder, from the root, or as a workspace package. */
export function linkTree(root: string, tree: Tree): Map<string, Links> {
  const all = [...tree.keys()];
  const context = { tree, all, folders: listFolders(all), doors: listDoors(root, all) };
  return new Map(
    [...tree].map(([file, { names }]) => {
      const texts = names.filter(({ isPattern }) => isPattern);
      const patterns = texts.flatMap(({ text }) => all.filter((each) => path.matchesGlob(each, text)));
      const files = names
        .filter(({ isPattern }) => !isPattern)
        .flatMap((name) => resolve(context, file, name));
      return [file, { files: [...new Set(files)], texts: patterns }];
    }),
  );
}

interface Context {
  tree: Tree;
  all: readonly string[];
  /** Folder -> all files below it. */
  folders: ReadonlyMap<string, string[]>;
  /** `@tollgate/ui/form` -> its file. */
  doors: ReadonlyMap<string, string>;
}

function resolve({ tree, all, folders, doors }: Context, from: string, { text, isStart }: Name): string[] {
  const door = doors.get(text);
  if (door) return [door];
  const isRelative = /^\.\.?\//.test(text);
  const target = path.join(path.dirname(from), text);
  // A folder that contains the file is the start of a path, not something it reads.
  const isAround = from.startsWith(target.endsWith('/') ? target : `${target}/`);
  if (isStart) return isRelative && !isAround ? all.filter((file) => file.startsWith(target)) : [];
  if (tree.has(target)) return [target];
  if (text.includes('/') && tree.has(text)) return [text];
  return isRelative && !isAround ? (folders.get(target) ?? []) : [];
}

function listFolders(all: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const file of all) {
    for (let folder = path.dirname(file); folder !== '.'; folder = path.dirname(folder)) {
      const files = folders.get(folder);
      if (files) files.push(file);
      else folders.set(folder, [file]);
    }
  }
  return folders;
}

function listDoors(root: string, all: readonly string[]): Map<string, string> {
  const manifests = all.filter((file) => /^packages\/[^/]+\/package\.json$/.test(file));
  return new Map(
    manifests.flatMap((file) => {
      const manifest = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Manifest;
      return Object.entries(manifest.exports ?? {}).map(
        ([door, target]) => [path.join(manifest.name, door), path.join(path.dirname(file), target)] as const,
      );
    }),
  );
}

interface Manifest {
  name: string;
  exports?: Record<string, string>;
}
