import type { Rspack } from '@rsbuild/core';

/**
 * Returns the files that a browser fetches before the shell shows anything: its entry and the chunks of
 * `bootstrap.tsx`. Names are relative to the output folder.
 */
export function criticalFiles(stats: Rspack.Stats): { js: string[]; css: string[] } {
  const chunks = readChunks(stats);
  const files = filesOf(chunks.filter((chunk) => chunk.initial || chunk.origins.some(isBootstrap)));
  return {
    js: files.filter((file) => file.endsWith('.js')),
    css: files.filter((file) => file.endsWith('.css')),
  };
}

/** Returns the files of shared modules. `sources`: their source files, by any name. */
export function sharedFiles(
  stats: Rspack.Stats,
  sources: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const chunks = readChunks(stats);
  return Object.fromEntries(
    Object.entries(sources).map(([name, file]) => {
      const files = filesOf(chunks.filter((chunk) => provides(chunk, file)));
      if (files.length === 0) throw new Error(`The shell provides nothing from ${file}.`);
      return [name, files];
    }),
  );
}

function readChunks(stats: Rspack.Stats): Chunk[] {
  return (stats.toJson(QUESTION) as { chunks?: Chunk[] }).chunks ?? [];
}

function filesOf(chunks: readonly Chunk[]): string[] {
  return [...new Set(chunks.flatMap((chunk) => chunk.files))]
    .filter((file) => /\.(?:js|css)$/.test(file))
    .sort();
}

interface Chunk {
  initial: boolean;
  files: string[];
  /** The imports that load the chunk. */
  origins: { request: string; moduleIdentifier: string }[];
}

function isBootstrap({ request }: Chunk['origins'][number]): boolean {
  return request.endsWith('/bootstrap.tsx');
}

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
};
