import { writeFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { createBundledBuilds, productRoot } from '../console/bundled-builds.ts';
import { readRegistry } from '../console/console-state.ts';
import { BootError } from '../core/boot-error.ts';

/**
 * Writes the registry that visitors of this gateway would get for the builds on disk, for a static file
 * server.
 *
 * @throws {BootError} when nothing was built
 */
export function exportRegistry([file]: string[], { consoleDir }: Pick<Config, 'consoleDir'>): string {
  if (!file) throw new BootError('Say where to: tollgate area export-registry registry.json');
  const builds = createBundledBuilds(consoleDir ?? productRoot, Date.now)();
  if (!builds.shell) throw new BootError('The console has not been built yet. Run npm run build first.');
  const { registry, problems } = readRegistry(builds);
  writeFileSync(file, `${JSON.stringify(registry, null, 2)}\n`);
  return [`Wrote ${registry.areas.length} areas to ${file}.`, ...problems].join('\n');
}
