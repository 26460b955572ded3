import type { Rspack } from '@rsbuild/core';

/**
 * Returns the files that a browser fetches before the shell shows anything: its entry, the chunks of `bootstrap.tsx`,
 * and those of every required shared module, recursively. Names are relative to the output folder.
 */
export function criticalFiles(stats: Rspack.Stats): { js: string[]; css: string[] } {
  const chunks = readChunks(stats);
  const files = filesOf(
    chunks,
    chunks.filter((chunk) => chunk.initial || chunk.origins.some(isBootstrap)),
  );
  return {
    js: files.filter((file) => file.endsWith('.js')),
    css: files.filter((file) => file.endsWith('.css')),
  };
}

/** Returns the files of shared modules and of the modules that they require. `sources`: their files, by any name. */
export function sharedFiles(
  stats: Rspack.Stats,
  sources: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const chunks = readChunks(stats);
  return Object.fromEntries(
    Object.entries(sources).map(([name, file]) => {
      const files = filesOf(
        chunks,
        chunks.filter((chunk) => provides(chunk, file)),
      );
      if (files.length === 0) throw new Error(`The shell provides nothing from ${file}.`);
      return [name, files];
    }),
  );
}

function readChunks(stats: Rspack.Stats): Chunk[] {
  return (stats.toJson(QUESTION) as { chunks?: Chunk[] }).chunks ?? [];
}

function filesOf(chunks: readonly Chunk[], first: readonly Chunk[]): string[] {
  const wanted = new Set(first);
  for (const chunk of wanted) {
    // A set can grow during iteration: added chunks are visited in turn.
    for (const needed of neededModules(chunk)) {
      for (const provider of chunks) if (provides(provider, needed)) wanted.add(provider);
    }
  }
  return [...new Set([...wanted].flatMap((chunk) => chunk.files))]
    .filter((file) => /\.(?:js|css)$/.test(file))
    .sort();
}

interface Chunk {
  initial: boolean;
  files: string[];
  /** The imports that load the chunk. */
  origins: { request: string; moduleIdentifier: string }[];
  modules: { identifier: string }[];
}

function isBootstrap({ request }: Chunk['origins'][number]): boolean {
  return request.endsWith('/bootstrap.tsx');
}

/** Returns source files of shared modules that the code of a chunk uses. */
function neededModules({ modules }: Chunk): string[] {
  return modules.flatMap(({ identifier }) => /^consume.*\(fallback: (.+)\)$/.exec(identifier)?.[1] ?? []);
}

/** The shell provides each shared module itself; its fallback is never fetched. */
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
