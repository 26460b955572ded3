import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { notesOf } from './changes.ts';
import { release } from './release.ts';
import { checkVersions } from './versions.ts';

function createRepository(changes: Record<string, string> = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tollgate-release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  for (const folder of ['.', 'shell', 'mfe-logs', 'packages/ui'])
    write(`${folder}/package.json`, '{\n  "name": "a",\n  "version": "0.9.0"\n}\n');
  write('deploy/helm/tollgate/Chart.yaml', 'apiVersion: v2\nversion: 0.9.0\nappVersion: "0.9.0"\n');
  write('CHANGELOG.md', '# Changelog\n\nWords.\n\n## 0.9.0 (2026-01-01)\n\n### Users\n\n- Old.\n');
  write('changes/README.md', '# How\n');
  for (const [name, text] of Object.entries(changes)) write(`changes/${name}`, text);
  return { root, write, read };
}

test('a release writes its version and changelog, by reader, and empties changes/', () => {
  const { root, read } = createRepository({
    'operators-disk.md': 'The log names the disk.\n',
    'users-keys.md': 'Keys have\nnames.\n',
  });
  expect(release(root, '0.10.0', '2026-02-01')).toContain('mfe-logs/package.json');
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\nWords.\n\n## 0.10.0 (2026-02-01)\n\n### Users\n\n- Keys have names.\n\n### Operators\n\n- The log names the disk.\n\n## 0.9.0 (2026-01-01)\n\n### Users\n\n- Old.\n',
  );
  expect(read('packages/ui/package.json')).toContain('"version": "0.10.0"');
  expect(read('deploy/helm/tollgate/Chart.yaml')).toBe(
    'apiVersion: v2\nversion: 0.10.0\nappVersion: "0.10.0"\n',
  );
  expect(existsSync(path.join(root, 'changes/users-keys.md'))).toBe(false);
  expect(existsSync(path.join(root, 'changes/README.md'))).toBe(true);
  expect(checkVersions(root)).toEqual({ complaints: [], note: '0.10.0, 0 changes since' });
});

test.each(['0.9.0', '0.8.9', '1.0', 'v1.0.0', ''])('a release as "%s" after 0.9.0 is rejected', (version) => {
  const { root } = createRepository({ 'users-keys.md': 'Keys have names.' });
  expect(() => release(root, version, '2026-02-01')).toThrow('does not come after 0.9.0');
});

test('a release without changes is rejected', () => {
  const { root } = createRepository();
  expect(() => release(root, '1.0.0', '2026-02-01')).toThrow('changes/ is empty');
});

test('another version in a package, a missing changelog and a misnamed change are reported', () => {
  const { root, write } = createRepository({ 'everyone-keys.md': 'Text.', 'users-list.md': '- Text.' });
  write('package.json', '{ "version": "0.9.1" }');
  expect(checkVersions(root).complaints).toEqual([
    'deploy/helm/tollgate/Chart.yaml has version 0.9.0; the product has 0.9.1.',
    'mfe-logs/package.json has version 0.9.0; the product has 0.9.1.',
    'packages/ui/package.json has version 0.9.0; the product has 0.9.1.',
    'shell/package.json has version 0.9.0; the product has 0.9.1.',
    'CHANGELOG.md says nothing about version 0.9.1.',
    expect.stringContaining('changes/everyone-keys.md must be named <reader>-<words>.md.'),
    expect.stringContaining('changes/users-list.md must be sentences'),
  ]);
});

test('the notes of a version are its changelog without the heading', () => {
  const changelog = '# Changelog\n\n## 1.0.0 (a)\n\n- New.\n\n## 0.9.0 (b)\n\n- Old.\n';
  expect(notesOf(changelog, '1.0.0')).toBe('- New.');
  expect(notesOf(changelog, '0.9.0')).toBe('- Old.');
  expect(notesOf(changelog, '0.8.0')).toBe('');
});
