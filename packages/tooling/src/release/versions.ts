import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { notesOf, readChanges } from './changes.ts';

/** Every package has the version of the product, and so has the template of new areas. */
const PACKAGES = [
  'package.json',
  '{shell,mfe-*,packages/*}/package.json',
  'packages/mfe-kit/template/package.json',
];
/** The chart installs the image of its own version. */
const CHART = 'deploy/helm/*/Chart.yaml';

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
    writeFileSync(path.join(root, file), writeIn(text, version));
  }
  return files;
}

export function readVersion(root: string, file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  if (file.endsWith('.json')) return (JSON.parse(text) as { version: string }).version;
  const versions = [...text.matchAll(CHART_VERSION)].map(([, , , version = '']) => version);
  return [...new Set(versions)].join(' and ');
}

function writeIn(text: string, version: string): string {
  return text
    .replace(/"version": "[^"]*"/, `"version": "${version}"`)
    .replace(CHART_VERSION, (_, name: string, quote: string) => `${name}: ${quote}${version}${quote}`);
}

const CHART_VERSION = /^(version|appVersion): ("?)([\w.-]+)"?$/gm;

function listPackages(root: string): string[] {
  return globSync([...PACKAGES, CHART], { cwd: root }).sort();
}
