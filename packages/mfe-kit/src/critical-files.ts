import type { Rspack } from '@rsbuild/core';

/**
 * The files that a browser fetches before the shell shows anything: its entry, the chunks of `bootstrap.tsx`, and those
 * of every shared module that these ask for, and so on. Names are relative to the output folder.
 */
export function criticalFiles(stats: Rspack.Stats): { js: string[]; css: string[] } {
  const { chunks = [] } = stats.toJson(QUESTION) as { chunks?: Chunk[] };
  const critical = new Set(chunks.filter((chunk) => chunk.initial || chunk.origins.some(isBootstrap)));
  for (const chunk of critical) {
    // A set grows while it is walked: what a chunk brings is looked at in its turn.
    for (const needed of neededModules(chunk)) {
      for (const provider of chunks) if (provides(provider, needed)) critical.add(provider);
    }
  }
  const files = [...critical].flatMap((chunk) => chunk.files);
  return {
    js: files.filter((file) => file.endsWith('.js')).sort(),
    css: files.filter((file) => file.endsWith('.css')).sort(),
  };
}

interface Chunk {
  initial: boolean;
  files: string[];
  /** Who asked for the chunk. */
  origins: { request: string; moduleIdentifier: string }[];
  modules: { identifier: string }[];
}

function isBootstrap({ request }: Chunk['origins'][number]): boolean {
  return request.endsWith('/bootstrap.tsx');
}

/** Source files of shared modules that the code of a chunk uses. */
function neededModules({ modules }: Chunk): string[] {
  return modules.flatMap(({ identifier }) => /^consume.*\(fallback: (.+)\)$/.exec(identifier)?.[1] ?? []);
}

/** The shell offers each shared module itself; the fallback beside it is never fetched. */
function provides({ origins }: Chunk, file: string): boolean {
  return origins.some(
    ({ moduleIdentifier }) =>
      moduleIdentifier.startsWith('provide') && moduleIdentifier.endsWith(` = ${file}`),
  );
}

const QUESTION = {
  all: false,
  ids: true,
  chunks: true,
  chunkOrigins: true,
  chunkModules: true,
  chunkModulesSpace: Number.POSITIVE_INFINITY,
  dependentModules: true,
  cachedModules: true,
  groupModulesByType: false,
  groupModulesByAttributes: false,
  groupModulesByPath: false,
  groupModulesByExtension: false,
  groupModulesByLayer: false,
  groupModulesByCacheStatus: false,
};
