import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { notesOf, readChanges } from './changes.ts';

/** Every package has the version of the product, and so has the template of new areas. */
const PACKAGES = [
  'package.json',
  '{shell,mfe-*,packages/*}/package.json',
  'packages/mfe-kit/template/package.json',
];

/** Checks that versions agree, that the changelog has them, and that `changes/` can be released. */
export function checkVersions(root: string): { complaints: string[]; note: string } {
  const version = readVersion(root, 'package.json');
  const others = listPackages(root).filter((file) => readVersion(root, file) !== version);
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  const { changes, complaints } = readChanges(root);
  return {
    complaints: [
      ...others.map((file) => `${file} has version ${readVersion(root, file)}; the product has ${version}.`),
      ...(notesOf(changelog, version) === '' ? [`CHANGELOG.md says nothing about version ${version}.`] : []),
      ...complaints,
    ],
    note: `${version}, ${changes.length} changes since`,
  };
}

/** Writes a version into every package. Returns the files. */
export function setVersion(root: string, version: string): string[] {
  const files = listPackages(root);
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    writeFileSync(path.join(root, file), text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
  }
  return files;
}

export function readVersion(root: string, file: string): string {
  return (JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { version: string }).version;
}

function listPackages(root: string): string[] {
  return globSync(PACKAGES, { cwd: root }).sort();
}
