import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AreaManifest, AssetRef, BuildFile } from '@tollgate/contract';

/** Describes the finished folder for the manifest: every file, the sizes of the parts, and the commit. */
export function describeOutput(
  folder: string,
  { entry, exposes, css }: AreaManifest,
): Pick<AreaManifest, 'files' | 'weights' | 'commit'> {
  const commit = readCommit(folder);
  const root = entry.url.slice(0, -fileName(entry).length);
  const weigh = (references: readonly AssetRef[]) =>
    references.reduce((sum, { url }) => {
      const content = readFileSync(path.join(folder, url.slice(root.length)));
      return sum + gzipSync(content).length;
    }, 0);
  return {
    files: listFiles(folder),
    weights: { entry: weigh([entry]), firstView: weigh(exposes['./area'].js), css: weigh(css) },
    ...(commit && { commit }),
  };
}

/** Lists every file below the folder except the manifest, sorted by path. */
export function listFiles(folder: string): BuildFile[] {
  return globSync('**/*.*', { cwd: folder, withFileTypes: true })
    .filter((found) => found.isFile() && found.name !== 'area.manifest.json')
    .map((found) => path.relative(folder, path.join(found.parentPath, found.name)).replaceAll('\\', '/'))
    .sort()
    .map((file) => {
      const content = readFileSync(path.join(folder, file));
      const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      return { path: file, integrity, bytes: content.length };
    });
}

/** The entry is at the top of the folder. */
function fileName({ url }: AssetRef): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Undefined when the sources are no checkout, such as an archive. */
function readCommit(folder: string): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
