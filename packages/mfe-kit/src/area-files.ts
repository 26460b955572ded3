import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeBuildTools } from '@tollgate/area-cli';
import type { AreaManifest, BuildFile } from '@tollgate/contract';
import { weighBuild } from '@tollgate/federation';

/** Describes the finished folder for the manifest: every file, the sizes of the parts, and the commit. */
export function describeOutput(
  folder: string,
  manifest: AreaManifest,
): Pick<AreaManifest, 'files' | 'weights' | 'commit'> {
  const commit = readCommit(folder);
  const listed = listFiles(folder);
  const files = new Map(listed.map((file) => [file.path, readFileSync(path.join(folder, file.path))]));
  const { entry, css, build, pages } = weighBuild({ manifest, files }, nodeBuildTools);
  return {
    files: listed,
    weights: { entry, firstView: Math.max(0, ...Object.values(pages)), css, build },
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
      return { path: file, integrity: nodeBuildTools.integrity(content), bytes: content.length };
    });
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
