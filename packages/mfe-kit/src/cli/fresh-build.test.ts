import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placeArea } from '../workspace.ts';
import { checkFreshness } from './fresh-build.ts';
import { packArea } from './pack-area.ts';

async function packed(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fresh-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const area = `{ owners: { team: 'N', contact: 'n' }, routes: [{ path: '/notes', access: 'user', title: 'title' }], nav: [] }`;
  const files = {
    'package.json': '{ "version": "1.2.3", "type": "module" }',
    'src/area.manifest.ts': `export const area = ${area};`,
    'src/i18n/en.json': '{ "title": "Notes" }',
    'src/i18n/zh.json': '{ "title": "笔记" }',
    'build/a.js': 'export const routes = []; export function mount() {} export function unmount() {}',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  placeArea('notes', folder);
  await packArea({ id: 'notes' }, folder, ['build']);
  return folder;
}

test('a packed build is published with a warning when a source changed after it', async () => {
  const folder = await packed();
  expect(checkFreshness(folder)).toBe('');
  const later = Date.now() / 1000 + 60;
  utimesSync(path.join(folder, 'src/i18n/en.json'), later, later);
  expect(checkFreshness(folder)).toContain('src/i18n/en.json changed after build');
});
