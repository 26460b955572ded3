import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaSource } from '@tollgate/contract';

/** What the sources of an area use of the console, by name. */
export interface SourceUses {
  links: string[];
  emits: string[];
  listens: string[];
  points: string[];
  /** Literal paths in links and navigations. */
  paths: string[];
}

/** Scans the sources for calls that the compiler checks too: their names are always literals. */
export function findUses(folder: string): SourceUses {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: folder }).filter(
    (file) => !/\.(?:test|stories|fixtures)\.tsx?$/.test(file),
  );
  return usesIn(files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n'));
}

export function usesIn(text: string): SourceUses {
  const named = (pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
  return {
    links: named(/\blinks\.(?:to|go)\(\s*'([^']+)'/g),
    emits: named(/\bevents\.emit\(\s*'([^']+)'/g),
    listens: named(/\bevents\.on\(\s*'([^']+)'/g),
    paths: named(/(?:\b(?:to|href)=\{?|\bnavigate\(\s*|\bpathname:\s*)["'`](\/[\w/-]*)/g),
    points: named(
      /(?:<Extension(?:Slot|TabContent)\b[^>]*?\bpoint=["{']+|\buse(?:RowActions|RowColumns|ExtensionTabs)\(\s*['"])([^"'}]+)/g,
    ),
  };
}

/** Returns the links of other areas that an area uses. */
export function foreignLinks({ links }: SourceUses, areaId: string): string[] {
  return links.filter((link) => !link.startsWith(`${areaId}.`));
}

/**
 * Returns what the sources use and `src/area.manifest.ts` does not declare, so that its existence cannot be checked.
 */
export function undeclared(uses: SourceUses, { events, provides = [] }: AreaSource): string[] {
  const { emits = [], listens = [] } = events ?? {};
  const missing = (used: readonly string[], named: readonly string[], where: string) =>
    used.filter((name) => !named.includes(name)).map((name) => `"${name}" is missing in ${where}`);
  return [
    ...missing(uses.emits, emits, 'events.emits'),
    ...missing(uses.listens, listens, 'events.listens'),
    ...missing(uses.points, provides, 'provides'),
  ];
}

/** Returns literal paths to pages of other areas: they break silently when the pages move. */
export function foreignPaths({ paths }: SourceUses, { routes }: Pick<AreaSource, 'routes'>): string[] {
  const own = new Set(routes.map((route) => route.path.split('/')[1]));
  return paths.filter((to) => !own.has(to.split('/')[1] ?? ''));
}
