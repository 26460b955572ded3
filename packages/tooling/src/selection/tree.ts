import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A file of the repository: its content in short, and what it names between quotes that could be a file. */
export interface Leaf {
  hash: string;
  names: Name[];
}

/** `./a.ts`; with `isStart` the part of a path before the first `${`; with `isPattern` what a comment says is read. */
export interface Name {
  text: string;
  isStart?: true;
  isPattern?: true;
}

/** Path from the root -> the file. */
export type Tree = ReadonlyMap<string, Leaf>;

/** Reads `files`; what is as in `known` is not read for names again. */
export function readTree(root: string, files: readonly string[], known: Tree): Tree {
  return new Map(
    files.map((file) => {
      const content = readFileSync(path.join(root, file));
      const hash = sha256(content);
      const before = known.get(file);
      if (before?.hash === hash) return [file, before];
      return [file, { hash, names: SOURCE.test(file) ? namesIn(content.toString()) : [] }];
    }),
  );
}

const SOURCE = /\.([cm]?[jt]s|tsx)$/;

/**
 * Imports, workers, fixtures: whatever stands between quotes and looks like a path. More than is meant, which only makes
 * a test run once too often. Types are gone when tests run, so imports of nothing else do not count.
 */
export function namesIn(source: string): Name[] {
  const found = new Map<string, Name>();
  const add = (name: Name) => found.set(JSON.stringify(name), name);
  for (const [, , text = '', end] of source.replaceAll(TYPE_IMPORT, '').matchAll(QUOTED)) {
    if (/[./]/.test(text)) add(end === '${' ? { text, isStart: true } : { text });
  }
  for (const [, text = ''] of source.matchAll(READS)) add({ text, isPattern: true });
  return [...found.values()];
}

const TYPE_IMPORT = /\b(import|export)\s+type\s+(\{[^}]*\}|\*\s+as\s+\w+|\*|\w+)\s+from\s*(['"])[^'"]*\3/g;
const QUOTED = /(['"`])([\w@.][\w@.\-/]*)(\1|\$\{)/g;
/** `@reads docs/*.md` in a comment, from the root: for sources that list folders. */
const READS = /@reads (\S+)/g;

export function sha256(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
