import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listIngredients, root } from './workspace.ts';

/** Inputs of an app's build. Sizes and times are compared first; the hash decides when they differ. */
export interface Fingerprint {
  /** `path -> "mtime in ms, size in bytes"` */
  files: Record<string, string>;
  hash: string;
}

/**
 * Returns the current fingerprint of an app, or undefined when it equals the last build's. `force` skips that check.
 */
export function findChange(app: string, { force = false } = {}): Fingerprint | undefined {
  const files = Object.fromEntries(listInputs(app).map((file) => [file, stamp(file)]));
  const built = force ? undefined : readFingerprint(app);
  if (built && JSON.stringify(built.files) === JSON.stringify(files)) return undefined;

  const current = { files, hash: hashOf(Object.keys(files)) };
  if (built?.hash !== current.hash) return current;
  remember(app, current); // touched or checked out again, but the same
  return undefined;
}

/** Call it with the fingerprint from before the build, so that an edit during the build is not lost. */
export function remember(app: string, fingerprint: Fingerprint): void {
  mkdirSync(path.dirname(noteOf(app)), { recursive: true });
  writeFileSync(noteOf(app), JSON.stringify(fingerprint));
}

function readFingerprint(app: string): Fingerprint | undefined {
  if (!existsSync(noteOf(app)) || !existsSync(path.join(root, app, 'dist'))) return undefined;
  return JSON.parse(readFileSync(noteOf(app), 'utf8')) as Fingerprint;
}

function noteOf(app: string): string {
  return path.join(root, '.cache/build', `${app}.json`);
}

function listInputs(app: string): string[] {
  return ['pnpm-lock.yaml', ...listIngredients(app).flatMap(listFiles)];
}

const listed = new Map<string, string[]>();

/**
 * Lists the files of a package that can affect a build: no tests, stories or prose. Cached, because apps
 * share packages.
 */
function listFiles(folder: string): string[] {
  const files =
    listed.get(folder) ??
    globSync(['*.*', '{src,public}/**/*.*'], { cwd: path.join(root, folder), withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && !/\.(test|stories|fixtures)\.tsx?$|\.(md|tsbuildinfo)$/.test(entry.name),
      )
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .sort();
  listed.set(folder, files);
  return files;
}

function stamp(file: string): string {
  const { mtimeMs, size } = statSync(path.join(root, file));
  return `${mtimeMs}, ${size}`;
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}
