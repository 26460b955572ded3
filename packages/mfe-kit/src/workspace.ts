import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AreaSource } from '@tollgate/contract';
import { AreaError } from './area-error.ts';

export const workspaceRoot = path.resolve(import.meta.dirname, '../../..');

/** Whether the kit is in the repository of the product, not among the packages of an area of its own repository. */
export const isInWorkspace = existsSync(path.join(workspaceRoot, 'pnpm-workspace.yaml'));

/** Areas whose folder is not `mfe-<id>` of the workspace, by id. */
const placed = new Map<string, string>();

/** Says where an area in a repository of its own is. */
export function placeArea(id: string, root: string): void {
  placed.set(id, path.resolve(root));
}

// What this file finds by listing folders, for `npm run check`:
// @reads mfe-*/src/area.manifest.ts
// @reads mfe-*/package.json

/** Returns the sorted ids of all areas here: every folder `mfe-<id>`, or the one of this repository. */
export function listAreaIds(): string[] {
  if (!isInWorkspace) return [...placed.keys()];
  return readdirSync(workspaceRoot)
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => name.slice('mfe-'.length))
    .sort();
}

export function areaFolder(id: string): string {
  return placed.get(id) ?? path.join(workspaceRoot, `mfe-${id}`);
}

/** Returns the areas that `npm run dev` serves with hot updates, from the environment; others use their last build. */
export function listHotAreaIds(): string[] {
  return (process.env.TOLLGATE_DEV_AREAS ?? '').split(',').filter(Boolean);
}

/** The area's own description. @throws when the file does not export `area`. */
export async function readAreaSource(id: string): Promise<AreaSource> {
  return await importAreaSource(manifestOf(id), '');
}

/** Reads the current file in a process that has already imported it. */
export async function readFreshAreaSource(id: string): Promise<AreaSource> {
  const file = manifestOf(id);
  return await importAreaSource(file, `?${statSync(file).mtimeMs}`);
}

export function readPackage(folder: string): AreaPackage {
  return readJson(path.join(folder, 'package.json'));
}

interface AreaPackage {
  version: string;
  dependencies?: Record<string, string>;
  /** `area`: its id. `hostApi`: the lowest supported version, when it differs from the built one: `^1.0`. */
  tollgate?: { area?: string; hostApi?: string };
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** Ports of the development servers: the shell first, then the areas in order of their ids. */
export const SHELL_PORT = 3100;

export function areaPort(id: string): number {
  return SHELL_PORT + 1 + listAreaIds().indexOf(id);
}

function manifestOf(areaId: string): string {
  return path.join(areaFolder(areaId), 'src/area.manifest.ts');
}

/** A module is loaded once per `version` in its URL. */
async function importAreaSource(file: string, version: string): Promise<AreaSource> {
  const module = (await import(pathToFileURL(file).href + version)) as { area?: AreaSource };
  if (!module.area) throw new AreaError([`${file} must export "area", its routes and menu entries.`]);
  return module.area;
}
