import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addVersion, formatVersion, readChanges } from './changes.ts';
import { readVersion, setVersion } from './versions.ts';

/**
 * Turns `changes/` into a version: writes it into every package and its changelog into CHANGELOG.md. Returns the
 * changed files.
 * @throws {Error} with a sentence for the maintainer who releases
 */
export function release(root: string, version: string, date: string): string[] {
  const current = readVersion(root, 'package.json');
  const { changes, complaints } = readChanges(root);
  if (!isNext(current, version))
    throw new Error(`"${version}" does not come after ${current}, such as 1.2.3.`);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  if (changes.length === 0) throw new Error('changes/ is empty: there is nothing to release.');
  const file = path.join(root, 'CHANGELOG.md');
  writeFileSync(file, addVersion(readFileSync(file, 'utf8'), formatVersion(version, date, changes)));
  for (const change of changes) rmSync(path.join(root, change.file));
  return ['CHANGELOG.md', 'changes', ...setVersion(root, version)];
}

/** Returns whether `next` has the form of a version and is larger. */
function isNext(current: string, next: string): boolean {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(next)) return false;
  return next.localeCompare(current, 'en', { numeric: true }) > 0;
}
