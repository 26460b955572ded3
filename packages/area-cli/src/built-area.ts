import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type AreaManifest, areaManifest } from '@tollgate/contract';
import { CommandError } from './command-error.ts';
import { findManifestFaults } from './manifest-faults.ts';

export interface BuiltArea {
  manifest: AreaManifest;
  /** The bytes on disk: this is what is signed. */
  text: string;
  /** Without those that are missing, which the checks of a build name. */
  files: Map<string, Buffer>;
}

/**
 * Reads a build that `npm run build` made: the folder of one build, or the newest build of an area's folder.
 *
 * @throws {CommandError} when there is none
 */
export function readBuiltArea(folder: string): BuiltArea {
  const build = statSync(path.join(folder, MANIFEST), { throwIfNoEntry: false }) ? folder : newestOf(folder);
  const text = readFileSync(path.join(build, MANIFEST), 'utf8');
  const json = parseJson(text, build);
  const manifest = areaManifest.safeParse(json);
  if (!manifest.success)
    throw new CommandError(
      [
        `${build} holds no manifest of schema 1. Build the area again:`,
        ...findManifestFaults(json).slice(0, 20),
      ].join('\n'),
    );
  const files = new Map<string, Buffer>();
  for (const { path: name } of manifest.data.files ?? []) {
    const file = path.join(build, name);
    if (existsSync(file)) files.set(name, readFileSync(file));
  }
  return { manifest: manifest.data, text, files };
}

function newestOf(folder: string): string {
  const dist = path.join(folder, 'dist');
  const builds = statSync(dist, { throwIfNoEntry: false }) ? readdirSync(dist) : [];
  const [newest] = builds
    .map((name) => path.join(dist, name))
    .flatMap((build) => {
      const found = statSync(path.join(build, MANIFEST), { throwIfNoEntry: false });
      return found ? [{ build, at: found.mtimeMs }] : [];
    })
    .sort((a, b) => b.at - a.at);
  if (!newest)
    throw new CommandError(`${folder} has no build. Run npm run build ${path.basename(folder)} first.`);
  return newest.build;
}

function parseJson(text: string, build: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${path.join(build, MANIFEST)} is no JSON. Build the area again.`, { cause });
  }
}

const MANIFEST = 'area.manifest.json';
