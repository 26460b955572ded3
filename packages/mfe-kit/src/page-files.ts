import { AreaError } from './area-error.ts';

/** The used parts of the compiler's data about the finished build. */
export interface BuildStats {
  compilation: {
    chunks: Iterable<BuildChunk>;
    chunkGraph: {
      getChunkModules(
        chunk: BuildChunk,
      ): readonly { nameForCondition(): string | undefined | null; identifier(): string }[];
    };
  };
}

export interface BuildChunk {
  files: Iterable<string>;
  groupsIterable: Iterable<{ isInitial(): boolean; chunks: readonly BuildChunk[] }>;
}

/**
 * Returns which shared modules the code of each page requires, by route and without their common prefix:
 * `data` for `@tollgate/ui/data`.
 */
export function findPageKit(
  { compilation }: BuildStats,
  pages: Readonly<Record<string, string>>,
  shared: readonly string[],
): Record<string, string[]> {
  const { chunks, chunkGraph } = compilation;
  const modulesOf = (chunk: BuildChunk) => chunkGraph.getChunkModules(chunk);
  return Object.fromEntries(
    Object.entries(pages).map(([route, file]) => {
      const home = [...chunks].filter((chunk) =>
        modulesOf(chunk).some((module) => module.nameForCondition()?.endsWith(`/src/${file}`)),
      );
      const loaded = new Set(
        home.flatMap((chunk) => [...chunk.groupsIterable].flatMap((group) => [...group.chunks])),
      );
      const identifiers = [...loaded].flatMap((chunk) =>
        modulesOf(chunk).map((module) => module.identifier()),
      );
      const used = shared.filter((key) => identifiers.some((identifier) => isConsumeOf(identifier, key)));
      return [route, used.map((key) => key.slice(key.lastIndexOf('/') + 1))];
    }),
  );
}

/** Matches the compiler's name of a shared module that comes from the host. */
function isConsumeOf(identifier: string, key: string): boolean {
  return identifier.startsWith('consume') && new RegExp(`[ |]${key}(?:[ |@]|$)`).test(identifier);
}

/**
 * Returns the files of each page's lazy import. @throws for a page without its own lazy import, because
 * prefetching would then silently fetch the wrong files.
 */
export function findPageFiles(
  { compilation }: BuildStats,
  pages: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  const wanted = Object.values(pages);
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModules(chunk)) {
      // Matches the end: a checkout may be below a folder named src.
      const name = module.nameForCondition() ?? '';
      const file = wanted.find((page) => name.endsWith(`/src/${page}`));
      if (file) found.set(file, lazyFilesOf(chunk));
    }
  }
  return Object.fromEntries(
    Object.entries(pages).map(([route, file]) => {
      const files = found.get(file);
      if (!files?.size)
        throw new AreaError([
          `src/area.manifest.ts: pages: "${file}" of ${route} is not imported lazily by src/area.tsx. Use <LazyPage load={…}/> with import('./${file}').`,
        ]);
      return [route, [...files].sort()];
    }),
  );
}

/** Returns all files fetched together with a chunk, except the initial ones. */
function lazyFilesOf(chunk: BuildChunk): Set<string> {
  const groups = [...chunk.groupsIterable].filter((group) => !group.isInitial());
  const files = groups.flatMap((group) => group.chunks.flatMap((one) => [...one.files]));
  return new Set(files.filter((file) => /\.(?:js|css)$/.test(file)));
}
