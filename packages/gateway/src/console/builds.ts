import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type AreaManifest, areaManifest, assetRef } from '@tollgate/contract';
import * as z from 'zod/mini';

/** The builds that can be served: the shell and every build of every area. */
export interface Builds {
  /** Undefined until the console is built. */
  shell?: { manifest: ShellManifest; html: string };
  areas: AreaManifest[];
  /** Invalid builds, one sentence each. */
  problems: string[];
}

export type ShellManifest = z.output<typeof shellManifest>;

/** Reads `shell/dist` and `mfe-<id>/dist/<build id>` under the root. */
export function readBuilds(root: string): Builds {
  const problems: string[] = [];
  const areas: AreaManifest[] = [];
  for (const file of globSync('mfe-*/dist/*/area.manifest.json', { cwd: root }).sort()) {
    const parsed = areaManifest.safeParse(readJson(path.join(root, file)));
    if (!parsed.success) problems.push(`${file} is not a manifest of schema 1 and is ignored.`);
    else if (!file.startsWith(`mfe-${parsed.data.id}/dist/${parsed.data.buildId}/`))
      problems.push(`${file} lies in the folder of another area or build and is ignored.`);
    else areas.push(parsed.data);
  }
  const shell = readShell(path.join(root, 'shell/dist'));
  return { ...(shell && { shell }), areas, problems };
}

function readShell(folder: string): Builds['shell'] {
  const page = path.join(folder, 'index.html');
  if (!statSync(page, { throwIfNoEntry: false })) return undefined;
  const manifest = shellManifest.safeParse(readJson(path.join(folder, 'shell.manifest.json')));
  return manifest.success ? { manifest: manifest.data, html: readFileSync(page, 'utf8') } : undefined;
}

/** Undefined for a file that is missing or still being written. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const shellManifest = z.object({
  schema: z.literal(1),
  version: z.string(),
  hostApi: z.string(),
  /** Versions of the modules that it shares with areas. */
  bom: z.optional(z.record(z.string(), z.string())),
  /** Its own pages except the front page, by path, with the files that each needs beyond the common ones. */
  pages: z.optional(z.record(z.string(), z.array(assetRef()))),
  /** The same for parts of its kit that pages of areas use, by the name of the part. */
  kit: z.optional(z.record(z.string(), z.array(assetRef()))),
});
