import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GATEWAY } from '../gateway/program.ts';
import { packSdk } from '../sdk/pack.ts';
import { listApps } from '../workspace.ts';
import { describeThirdParties } from './third-party.ts';
import { readVersion } from './versions.ts';

/**
 * Writes `tollgate-<version>.tar.gz` and its SHA-256 to `target`: the committed files, the built gateway and console, the
 * SDK for areas and the licenses of third parties. `npm start` in it builds nothing.
 */
export function pack(root: string, target: string): string {
  const name = `tollgate-${readVersion(root, 'package.json')}`;
  const stage = mkdtempSync(path.join(os.tmpdir(), 'tollgate-pack-'));
  try {
    const folder = path.join(stage, name);
    execFileSync('git', ['archive', '--output', path.join(stage, 'source.tar'), 'HEAD'], { cwd: root });
    mkdirSync(folder);
    execFileSync('tar', ['-xf', '../source.tar'], { cwd: folder });
    // The notes of the builds come along, so that nothing is built again.
    for (const built of [...[GATEWAY, ...listApps()].map((each) => `${each}/dist`), '.cache/build'])
      if (existsSync(path.join(root, built)))
        cpSync(path.join(root, built), path.join(folder, built), { recursive: true });
    packSdk(path.join(folder, 'sdk/dist'));
    writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES'), describeThirdParties(root));
    mkdirSync(target, { recursive: true });
    const file = path.join(target, `${name}.tar.gz`);
    execFileSync('tar', ['-czf', file, name], { cwd: stage });
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
    writeFileSync(`${file}.sha256`, `${sum}  ${path.basename(file)}\n`);
    return file;
  } finally {
    rmSync(stage, { recursive: true });
  }
}
