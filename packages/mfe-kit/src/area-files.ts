import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeBuildTools } from '@tollgate/area-cli';
import { type AreaManifest, type AssetRef, type BuildFile, hostApi } from '@tollgate/contract';
import { weighBuild } from '@tollgate/federation';
import { readPackage } from './workspace.ts';

/** Describes the finished folder for the manifest: every file, the sizes of the parts, and the commit. */
export function describeOutput(
  folder: string,
  manifest: AreaManifest,
): Pick<AreaManifest, 'files' | 'weights' | 'commit' | 'author'> {
  const commit = readGit(folder, ['rev-parse', 'HEAD']);
  const author = readGit(folder, ['log', '-1', '--format=%an'])?.slice(0, 100);
  const listed = listFiles(folder);
  const files = new Map(listed.map((file) => [file.path, readFileSync(path.join(folder, file.path))]));
  const { entry, css, build, pages } = weighBuild({ manifest, files }, nodeBuildTools);
  return {
    files: listed,
    weights: { entry, firstView: Math.max(0, ...Object.values(pages)), css, build },
    ...(commit && { commit }),
    ...(author && { author }),
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

/** Describes a file of a build for its manifest, with the address that browsers get it from. */
export function describeFile(
  folder: string,
  file: string,
  { id, buildId }: { id: string; buildId: string },
): AssetRef {
  const content = readFileSync(path.join(folder, file));
  const url = `/assets/areas/${id}/${buildId}/${file}`;
  return { url, integrity: nodeBuildTools.integrity(content), bytes: content.length };
}

/** Unique per build: two builds of an area run in one page. */
export function containerName(id: string, buildId: string): string {
  return `area_${id.replaceAll('-', '_')}__${buildId}`;
}

/** The host API that the area in a folder asks for: by its package.json, else the one that it is built with. */
export function wantedHostApi(root: string): string {
  return readPackage(root).tollgate?.hostApi ?? rangeOf(hostApi);
}

/** `^1.2` for 1.2.3. */
export function rangeOf(version: string): string {
  const [major, minor] = version.split('.');
  return `^${major}.${minor}`;
}

/** Undefined when the sources are no checkout, such as an archive. */
/** Undefined outside of a repository. */
function readGit(folder: string, question: readonly string[]): string | undefined {
  try {
    return execFileSync('git', [...question], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
