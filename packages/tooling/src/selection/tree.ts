import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A file of the repository: its content hash, and the quoted texts that could be file names. */
export interface Leaf {
  hash: string;
  names: Name[];
}

/** `./a.ts`; `isStart` marks the part of a path before the first `${`; `isPattern` marks a `@reads` comment. */
export interface Name {
  text: string;
  isStart?: true;
  isPattern?: true;
}

/** Path from the root -> the file. */
export type Tree = ReadonlyMap<string, Leaf>;

/** Reads `files`; unchanged ones of `earlier` are not scanned for names again. */
export function readTree(root: string, files: readonly string[], earlier: Tree): Tree {
  return new Map(
    files.map((file) => {
      const content = readFileSync(path.join(root, file));
      const hash = sha256(content);
      const before = earlier.get(file);
      if (before?.hash === hash) return [file, before];
      return [file, { hash, names: SOURCE.test(file) ? namesIn(content.toString()) : [] }];
    }),
  );
}

const SOURCE = /\.([cm]?[jt]s|tsx)$/;

/**
 * Returns imports, workers, fixtures: quoted texts that look like a path. False matches only run a test too
 * often. Types are gone when tests run, so type-only imports do not count.
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
