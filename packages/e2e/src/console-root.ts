import { cpSync, globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deriveBuild, readManifest } from './derived-build.ts';

const repository = path.resolve(import.meta.dirname, '../../..');

/**
 * Creates a folder with only the newest build of the shell and of each area, because leftover builds must not
 * affect a test. `withEarlierBuildOf` adds a second, older build of one area; `deriveBuild` adds others.
 * `areas: false`: only the shell. `badges: false`: no area is loaded for its count in the menu.
 */
export function makeConsoleRoot({
  withEarlierBuildOf,
  areas = true,
  badges = true,
}: {
  withEarlierBuildOf?: string;
  areas?: boolean;
  badges?: boolean;
} = {}) {
  const root = mkdtempSync(path.join(tmpdir(), 'tollgate-console-'));
  cpSync(path.join(repository, 'shell/dist'), path.join(root, 'shell/dist'), { recursive: true });
  for (const area of readdirSync(repository).filter((name) => areas && name.startsWith('mfe-'))) {
    const build = path.relative(repository, newestBuild(area));
    cpSync(path.join(repository, build), path.join(root, build), { recursive: true });
    if (!badges) removeBadges(path.join(root, build, 'area.manifest.json'));
  }
  if (withEarlierBuildOf) deriveBuild(root, withEarlierBuildOf, { buildId: EARLIER });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function removeBadges(file: string): void {
  const manifest = readManifest(file);
  const { extensions = [] } = manifest.contributes;
  manifest.contributes.extensions = extensions.filter(({ point }) => point !== 'shell.badge/v1');
  writeFileSync(file, JSON.stringify(manifest));
}

function newestBuild(area: string): string {
  const manifests = globSync(`${area}/dist/*/area.manifest.json`, { cwd: repository });
  const newest = manifests
    .map((file) => ({ file, builtAt: readManifest(path.join(repository, file)).builtAt }))
    .sort((a, b) => b.builtAt.localeCompare(a.builtAt))[0];
  if (!newest) throw new Error(`${area} is not built. Run "npm run build" first.`);
  return path.join(repository, path.dirname(newest.file));
}

/** The id of the earlier build. */
export const EARLIER = '0000000000';
