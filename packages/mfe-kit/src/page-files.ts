/** What the compiler knows about the finished build, as far as we read it. */
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
 * Which of these shared modules the code of each page asks for, by its route and without their common beginning: of
 * `@tollgate/ui/data` `data`.
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
      const asked = [...loaded].flatMap((chunk) => modulesOf(chunk).map((module) => module.identifier()));
      const used = shared.filter((key) => asked.some((identifier) => isConsumeOf(identifier, key)));
      return [route, used.map((key) => key.slice(key.lastIndexOf('/') + 1))];
    }),
  );
}

/** As the compiler names the place where a shared module is taken from the host. */
function isConsumeOf(identifier: string, key: string): boolean {
  return identifier.startsWith('consume') && new RegExp(`[ |]${key}(?:[ |@]|$)`).test(identifier);
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
  const wanted = Object.values(pages);
  for (const chunk of compilation.chunks) {
    for (const module of compilation.chunkGraph.getChunkModules(chunk)) {
      // By its end: a checkout may lie below a folder named src itself.
      const name = module.nameForCondition() ?? '';
      const file = wanted.find((page) => name.endsWith(`/src/${page}`));
      if (file) found.set(file, lazyFilesOf(chunk));
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
