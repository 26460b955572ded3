import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listIngredients, root } from './workspace.ts';

/** A package, and what it and all that it is made of looked like. */
export interface Change {
  folder: string;
  hash: string;
}

/** What the tests of every package depend on. */
const SHARED = [
  'package.json',
  'pnpm-lock.yaml',
  'vitest.config.ts',
  'tsconfig.base.json',
  'docs/api.md',
  'packages/tooling/src/vitest',
];

/** The packages that are not as they were when their tests last passed, tests and packages they use included. */
export function findChanged(): Change[] {
  const files = new Map(listFolders().map((folder) => [folder, hashOf(listFiles(folder))]));
  const shared = hashOf(SHARED.flatMap(listFiles));
  return [...files.keys()]
    .map((folder) => {
      const parts = listIngredients(folder).map((each) => files.get(each) ?? '');
      return { folder, hash: sha256([shared, ...parts]) };
    })
    .filter(
      ({ folder, hash }) => !existsSync(noteOf(folder)) || readFileSync(noteOf(folder), 'utf8') !== hash,
    );
}

/** To be called with what was found before the tests ran, so that an edit meanwhile is not lost. */
export function rememberPassed(changes: readonly Change[]): void {
  for (const { folder, hash } of changes) {
    mkdirSync(path.dirname(noteOf(folder)), { recursive: true });
    writeFileSync(noteOf(folder), hash);
  }
}

function noteOf(folder: string): string {
  return path.join(root, '.cache/passed', folder.replaceAll('/', '-'));
}

function listFolders(): string[] {
  return globSync('{shell,mfe-*,packages/*}/package.json', { cwd: root }).map((file) => path.dirname(file));
}

/** All that git knows or would take, so no builds and no data. */
function listFiles(folder: string): string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '--', folder], options);
  return listed.split('\0').filter((file) => file && existsSync(path.join(root, file)));
}

function hashOf(files: readonly string[]): string {
  return sha256(files.flatMap((file) => [file, readFileSync(path.join(root, file))]));
}

function sha256(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
