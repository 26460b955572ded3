import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildApps } from '../build-apps.ts';
import { notesOf } from '../release/changes.ts';
import { pack } from '../release/pack.ts';
import { packGateway } from '../release/pack-gateway.ts';
import { release } from '../release/release.ts';
import { readVersion } from '../release/versions.ts';
import { root } from '../workspace.ts';

/**
 * `npm run release -- 1.2.3`: writes the version and its changelog, commits and tags. Pushing the tag makes the
 * release workflow publish it, with `--pack <folder>`: it builds the console and writes the archive, its notes and the
 * package for npm. `--npm <folder>` writes that package alone, also of changes that are not committed.
 */
const [first = '', second = ''] = process.argv.slice(2);
try {
  if (first === '--pack') await runPack(path.resolve(second));
  else if (first === '--npm') await runNpm(path.resolve(second));
  else runRelease(first);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function runRelease(version: string): void {
  if (git('status', '--porcelain') !== '') throw new Error('Commit or stash your changes first.');
  const files = release(root, version, new Date().toISOString().slice(0, 10));
  git('add', '--all', '--', ...files);
  git('commit', '--quiet', '--message', `chore(release): publish ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Tollgate ${version}`);
  process.stdout.write(`Version ${version} is committed and tagged. Publish it: git push --follow-tags\n`);
}

async function runPack(folder: string): Promise<void> {
  if (!(await buildApps())) throw new Error('The console could not be built.');
  const file = pack(root, folder);
  await packGateway(folder);
  const notes = notesOf(
    readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'),
    readVersion(root, 'package.json'),
  );
  writeFileSync(path.join(folder, 'notes.md'), `${notes}\n`);
  process.stdout.write(`${file}\n`);
}

async function runNpm(folder: string): Promise<void> {
  if (!(await buildApps())) throw new Error('The console could not be built.');
  process.stdout.write(`${await packGateway(folder)}\n`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}
