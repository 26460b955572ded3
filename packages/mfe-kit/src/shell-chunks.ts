import type { Rspack } from '@rsbuild/core';
import { KIT_PARTS, LAZY_KIT } from './shared.ts';

/**
 * Cuts the scripts of the shell into few files: each request costs a page time, and each file is compressed by
 * itself. Libraries change seldom, so that a release does not make browsers fetch them again.
 */
export function shellChunks(): Rspack.RspackPluginInstance {
  let groups: ReadonlyMap<string, string> = new Map();
  return {
    apply(compiler) {
      compiler.options.optimization.splitChunks = {
        chunks: 'async',
        minSize: 20_000,
        cacheGroups: {
          libraries: { name: 'libraries', test: LIBRARIES, priority: 1, enforce: true },
          named: {
            test: (module: Rspack.Module) => groups.has(module.identifier()),
            name: (module: Rspack.Module) => groups.get(module.identifier()),
            enforce: true,
          },
          defaultVendors: false,
          default: { minChunks: 2, reuseExistingChunk: true },
        },
      };
      compiler.hooks.thisCompilation.tap('tollgate:shell-chunks', (compilation) => {
        compilation.hooks.afterOptimizeModules.tap('tollgate:shell-chunks', () => {
          groups = groupModules(compilation);
        });
      });
    },
  };
}

/** Packages that all areas share, and what these need. `Trans` is fetched by the pages that have one. */
const LIBRARIES =
  /\/node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|i18next|react-i18next(?!\/dist\/es\/Trans)|swr|use-sync-external-store|dequal|zod)\//;

/** The file of what only one part needs. `fields`, `panels` and the frame of charts come with what several
 * parts need, because most pages have some. */
const FILES: Readonly<Record<string, string>> = {
  charts: 'kit',
  choices: 'kit-choices',
  dialogs: 'kit-dialogs',
  fields: 'kit',
  panels: 'kit',
  sliders: 'kit-sliders',
  table: 'kit-table',
  times: 'kit-times',
};

/**
 * Returns the file of each module that the shell or a part of the kit needs; `first` has what the shell needs before it
 * shows anything. Arco's own tables, trees and uploads, which the console does not use, are cut as the bundler likes.
 */
function groupModules({ chunks, chunkGraph }: Rspack.Compilation): Map<string, string> {
  const groups = new Map<string, string>();
  for (const chunk of chunks) {
    const group = groupOf(originsOf(chunk));
    if (group === undefined) continue;
    for (const module of chunkGraph.getChunkModules(chunk)) {
      const id = module.identifier();
      groups.set(id, join(groups.get(id) ?? group, group));
    }
  }
  return groups;
}

function groupOf(origins: readonly Origin[]): string | undefined {
  if (origins.some(isFirstOrigin)) return 'first';
  // Toasts and questions come to every page once it is idle.
  if (origins.some(({ request }) => request.endsWith('/overlays.ts'))) return 'kit';
  const part = KIT_PARTS.find((key) => origins.some((origin) => providesShared(origin, key)));
  return part && FILES[part.slice(part.lastIndexOf('/') + 1)];
}

function join(one: string, other: string): string {
  if (one === other) return one;
  return [one, other].includes('first') ? 'first' : 'kit';
}

interface Origin {
  request: string;
  /** The name of the module that asks for the chunk. */
  by: string;
}

function originsOf(chunk: Rspack.Chunk): Origin[] {
  return [...chunk.groupsIterable].flatMap(({ origins }) =>
    origins.map(({ request, module }) => ({ request: request ?? '', by: module?.identifier() ?? '' })),
  );
}

function isFirstOrigin(origin: Origin): boolean {
  if (origin.request.endsWith('/bootstrap.tsx')) return true;
  return origin.by.startsWith('provide') && !LAZY_KIT.some((key) => providesShared(origin, key));
}

function providesShared({ by }: Origin, key: string): boolean {
  return by.startsWith('provide') && by.includes(` ${key}@`);
}
