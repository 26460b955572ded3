import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { CommandError, readBuiltArea } from '@tollgate/area-cli';
import { contentId } from '../content-id.ts';

/**
 * Checks that the newest build is of the sources as they are. A build is named by the hash of its sources. It is not
 * built again here: what is published should be what was tested and looked at. Returns a warning, or nothing.
 *
 * @throws {CommandError} when the sources changed after the build
 */
export function checkFreshness(folder: string): string {
  const { manifest } = readBuiltArea(folder);
  const { id, buildId, builtAt, contract } = manifest;
  if (contract === 2) {
    // Another bundler made it. Times of files are a hint only: a checkout has later ones than what was built from it.
    const changed = changedSince(path.join(folder, 'src'), Date.parse(builtAt));
    return changed
      ? `${changed} changed after build ${buildId} of ${id} was packed. Was it meant to be in it? Then build, pack and publish again.\n`
      : '';
  }
  if (contentId(folder) === buildId) return '';
  throw new CommandError(
    `The sources changed after build ${buildId} of ${id}, so they are not in it. Run npm run build and publish again. To send that build as it is: tollgate-area publish dist/${buildId}`,
  );
}

function changedSince(folder: string, at: number): string | undefined {
  const [newest] = globSync('**/*.*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .filter((one) => one.at > at)
    .sort((a, b) => b.at - a.at);
  return newest && path.relative(path.dirname(folder), newest.file);
}
