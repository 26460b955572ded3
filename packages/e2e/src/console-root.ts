import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AreaManifest } from '@tollgate/contract';

const repository = path.resolve(import.meta.dirname, '../../..');

/**
 * A folder with the newest build of the shell and of each area, and nothing older: what lies around from earlier builds
 * must not decide how a test ends. `withEarlierBuildOf` adds a second, older build of one area.
 */
export function makeConsoleRoot({ withEarlierBuildOf }: { withEarlierBuildOf: string }) {
  const root = mkdtempSync(path.join(tmpdir(), 'tollgate-console-'));
  cpSync(path.join(repository, 'shell/dist'), path.join(root, 'shell/dist'), { recursive: true });
  for (const area of readdirSync(repository).filter((name) => name.startsWith('mfe-'))) {
    const build = path.relative(repository, newestBuild(area));
    cpSync(path.join(repository, build), path.join(root, build), { recursive: true });
  }
  addEarlierBuild(root, withEarlierBuildOf);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function newestBuild(area: string): string {
  const manifests = globSync(`${area}/dist/*/area.manifest.json`, { cwd: repository });
  const newest = manifests
    .map((file) => ({ file, builtAt: readManifest(path.join(repository, file)).builtAt }))
    .sort((a, b) => b.builtAt.localeCompare(a.builtAt))[0];
  if (!newest) throw new Error(`${area} is not built. Run "npm run build" first.`);
  return path.join(repository, path.dirname(newest.file));
}

/** The same code under another build id, with the hashes that follow from that. */
function addEarlierBuild(root: string, id: string): void {
  const [file = ''] = globSync(`mfe-${id}/dist/*/area.manifest.json`, { cwd: root });
  const { buildId } = readManifest(path.join(root, file));
  const folder = path.join(root, `mfe-${id}/dist`, EARLIER);
  cpSync(path.join(root, path.dirname(file)), folder, { recursive: true });
  // Chunks first, then the entry that holds their hashes, then the manifest that holds the entry's.
  const order = ['static/**/*.{js,css}', 'remoteEntry.*.js', 'area.manifest.json'];
  const replaced: [string, string][] = [[buildId, EARLIER]];
  for (const name of order.flatMap((pattern) => globSync(pattern, { cwd: folder }))) {
    const before = readFileSync(path.join(folder, name), 'utf8');
    const after = replaced.reduce((text, [from, to]) => text.replaceAll(from, to), before);
    replaced.push([hashOf(before), hashOf(after)]);
    writeFileSync(path.join(folder, name), after);
  }
  const manifest = readManifest(path.join(folder, 'area.manifest.json'));
  const earlier = { ...manifest, builtAt: '2000-01-01T00:00:00.000Z' };
  writeFileSync(path.join(folder, 'area.manifest.json'), JSON.stringify(earlier));
}

function readManifest(file: string): AreaManifest {
  return JSON.parse(readFileSync(file, 'utf8')) as AreaManifest;
}

function hashOf(text: string): string {
  return createHash('sha384').update(text).digest('base64');
}

/** The id of the earlier build. */
export const EARLIER = '0000000000';
