/**
 * Returns whether a file is a source map of one of these files. Maps are published with a build for its team and are
 * never served.
 */
export function isPrivateMap(name: string, files: ReadonlySet<string>): boolean {
  return name.endsWith('.js.map') && files.has(name.slice(0, -'.map'.length));
}

/**
 * Returns the type of a file that browsers may have; undefined for others (maps, licenses, the manifest of a build,
 * which has its owners). `mf-manifest.json` is for other hosts and tools of Module Federation.
 */
export function servedType(name: string): string | undefined {
  if (/(?:^|\/)mf-manifest\.json$/.test(name)) return 'application/json; charset=utf-8';
  const [extension = ''] = /\.\w+$/.exec(name) ?? [];
  return Object.hasOwn(types, extension) ? types[extension] : undefined;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
