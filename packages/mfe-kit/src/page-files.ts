/** What the compiler knows about the finished build, as far as we read it. */
export interface BuildStats {
  compilation: {
    chunks: Iterable<BuildChunk>;
    chunkGraph: {
      getChunkModules(chunk: BuildChunk): readonly { nameForCondition(): string | undefined | null }[];
    };
  };
}

export interface BuildChunk {
  files: Iterable<string>;
  groupsIterable: Iterable<{ isInitial(): boolean; chunks: readonly BuildChunk[] }>;
}

/**
 * The files that come with the lazy import of each page. @throws for a page that is no lazy import of its own, as what
 * is fetched ahead would then be wrong without anybody noticing.
 */
export function findPageFiles(
  { compilation }: BuildStats,
  pages: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  const wanted = new Set(Object.values(pages));
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModules(chunk)) {
      const [, file = ''] = /\/src\/(.+)$/.exec(module.nameForCondition() ?? '') ?? [];
      if (wanted.has(file)) found.set(file, lazyFilesOf(chunk));
    }
  }
  return Object.fromEntries(
    Object.entries(pages).map(([route, file]) => {
      const files = found.get(file);
      if (!files?.size)
        throw new Error(`pages: "${file}" of ${route} is not imported lazily by src/area.tsx.`);
      return [route, [...files].sort()];
    }),
  );
}

/** Everything that is fetched together with a chunk, but for what is there from the start. */
function lazyFilesOf(chunk: BuildChunk): Set<string> {
  const groups = [...chunk.groupsIterable].filter((group) => !group.isInitial());
  const files = groups.flatMap((group) => group.chunks.flatMap((one) => [...one.files]));
  return new Set(files.filter((file) => /\.(?:js|css)$/.test(file)));
}
