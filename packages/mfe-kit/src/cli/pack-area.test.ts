import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBuiltArea } from '@tollgate/area-cli';
import { hostApi } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { placeArea } from '../workspace.ts';
import { packArea } from './pack-area.ts';

const AREA = 'export const routes = ["/notes"]; export function mount() {} export function unmount() {}';
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** An area whose bundler wrote these files to `build`. */
function areaWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pack-area-'));
  folders.push(folder);
  const owners = `{ team: 'Notes', contact: 'notes@example.com' }`;
  const route = `{ path: '/notes', access: 'user', title: 'title' }`;
  const all = {
    'package.json': '{ "version": "1.2.3", "type": "module" }',
    'src/area.manifest.ts': `export const area = { owners: ${owners}, routes: [${route}], nav: [] };`,
    'src/i18n/en.json': '{ "title": "Notes" }',
    'src/i18n/zh.json': '{ "title": "笔记" }',
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`build/${name}`, text])),
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  placeArea('notes', folder);
  return folder;
}

test('the output of a bundler becomes a build of contract 2 with limited styles', async () => {
  const folder = areaWith({
    'area.js': `import './js/a.js'; ${AREA}`,
    'js/a.js': 'export {}',
    'area.css': '.row { color: red }',
    'area.js.map': '{}',
    'index.html': '<!doctype html>',
  });
  expect(await packArea({ id: 'notes' }, folder, ['build'])).toMatch(
    /^Packed build \w{10} of notes: 3 files/,
  );
  const { manifest, files } = readBuiltArea(folder);
  expect(manifest).toMatchObject({
    contract: 2,
    version: '1.2.3',
    compat: { hostApi: `^${hostApi.split('.').slice(0, 2).join('.')}` },
    pages: { '/notes': [] },
    i18n: { texts: { zh: { title: '笔记' }, en: { title: 'Notes' } } },
  });
  expect(manifest.entry.url).toBe(`/assets/areas/notes/${manifest.buildId}/area.js`);
  expect(manifest.exposes['./area'].js).toHaveLength(1);
  expect([...files.keys()]).toEqual(['area.css', 'area.js', 'js/a.js']);
  expect(String(files.get('area.css'))).toContain(`notes.${manifest.buildId}`);
});

test('rules for the page itself are named, because they have no effect', async () => {
  const folder = areaWith({ 'area.js': AREA, 'area.css': 'body { margin: 0 } .row { color: red }' });
  const [packed, ...idle] = (await packArea({ id: 'notes' }, folder, ['build'])).split('\n');
  expect(packed).toMatch(/^Packed build/);
  expect(idle).toEqual([
    'Has no effect in the area: area.css: "body" touches body, which belongs to the shell.',
  ]);
});

test('other files are another build, the same files the same', async () => {
  const folder = areaWith({ 'area.js': AREA });
  const first = await packArea({ id: 'notes' }, folder, ['build']);
  expect(await packArea({ id: 'notes' }, folder, ['build'])).toBe(first);
  writeFileSync(path.join(folder, 'build/area.js'), `${AREA} export const more = 1;`);
  expect(await packArea({ id: 'notes' }, folder, ['build'])).not.toBe(first);
});

test.each([
  ['no entry', { 'a.js': 'export {}' }, 'no module exports routes, mount and unmount'],
  ['two entries', { 'a.js': AREA, 'b.js': AREA }, '2 modules export'],
  ['styles for the whole page', { 'a.js': AREA, 'a.css': '@import "x.css";' }, 'CSS a.css @import'],
  ['an import of a package', { 'a.js': `import 'vue'; ${AREA}` }, 'IMPORT a.js imports "vue"'],
])('%s is refused with the reason, and leaves no build', async (_, files, reason) => {
  const folder = areaWith(files as Record<string, string>);
  await expect(packArea({ id: 'notes' }, folder, ['build'])).rejects.toThrow(reason);
  expect(() => readBuiltArea(folder)).toThrow('has no build');
});
