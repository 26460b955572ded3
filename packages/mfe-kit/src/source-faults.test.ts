import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AreaSource } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { defineAreaConfig } from './area-config.ts';
import { compareNames, readTypes, TYPES_FILE } from './known-names.ts';
import { createRuleReporter } from './report-rules.ts';
import { findAreaFaults } from './source-faults.ts';
import { placeArea } from './workspace.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const source: AreaSource = {
  owners: { team: 'Billing', contact: 'billing@example.com' },
  pages: { '/billing': 'page.tsx' },
  routes: [{ path: '/billing', access: 'user', title: 'title' }],
  nav: [],
};

/** An area in a folder of its own with these sources. */
function areaWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'source-faults-'));
  folders.push(folder);
  const all = {
    'package.json': '{ "version": "1.2.3", "type": "module" }',
    'package-lock.json': '{}',
    'src/area.manifest.ts': `export const area = ${JSON.stringify(source)};`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  placeArea('billing', folder);
  return folder;
}

const pointAt = (point: string): AreaSource => ({
  ...source,
  extensions: [{ point, id: 'x', title: 'title', order: 100, access: 'user' }],
});

test('sources in order have no faults', async () => {
  areaWith({ 'src/page.css': '.page { color: red }' });
  expect(await findAreaFaults('billing', pointAt('user.drawer/v1'))).toEqual([]);
});

test('a build refuses what the contract test refuses, and its error has no stack of a bundler', async () => {
  const root = areaWith({ 'src/page.css': 'body { margin: 0 } .x { color: red !important }' });
  const config = defineAreaConfig({ id: 'billing', root }) as unknown as (given: object) => Promise<object>;
  const error = await config({ command: 'build' }).catch((reason: Error) => reason);
  expect(error).toMatchObject({
    message: [
      'src/page.css: color is !important; raise the specificity instead.',
      'src/page.css: "body" touches body, which belongs to the shell.',
    ].join('\n'),
  });
  expect((error as Error).stack).toBe((error as Error).message);
});

test.each(['build', 'dev'])('%s refuses two names of one area, with both', async (command) => {
  const root = areaWith({ 'package.json': '{ "version": "1.2.3", "tollgate": { "area": "bills" } }' });
  const config = defineAreaConfig({ id: 'billing', root }) as unknown as (given: object) => Promise<object>;
  await expect(config({ command })).rejects.toThrow(
    'rsbuild.config.ts has the id "billing", package.json has "tollgate": { "area": "bills" }.',
  );
});

test('during development the terminal shows what the build will refuse, once', async () => {
  const root = areaWith({ 'src/page.css': 'body { margin: 0 }' });
  const printed: string[] = [];
  const report = createRuleReporter('billing', (text) => printed.push(text));
  await report();
  await report();
  writeFileSync(path.join(root, 'src/page.css'), '.page { margin: 0 }');
  await report();
  expect(printed).toEqual([
    'The build will refuse this:\nsrc/page.css: "body" touches body, which belongs to the shell.',
    'The build refuses nothing of this any more.',
  ]);
});

test('a typo in the name of a point or an event is found with the name that is meant', () => {
  const [fault] = compareNames(pointAt('user.drawr/v1'), [{ points: ['user.drawer/v1'], events: [] }]);
  expect(fault).toContain('"user.drawr/v1", which no known area has. Did you mean "user.drawer/v1"?');
  const listening = { ...source, events: { emits: [], listens: ['data.chnged/v1'] } };
  expect(compareNames(listening, [{ points: [], events: ['data.changed/v1'] }])[0]).toContain(
    'Did you mean "data.changed/v1"?',
  );
});

test('a point that only one console has is known by the types of that console', async () => {
  const types = `declare module '@tollgate/console-sdk' {\n  interface ExtensionPoints {\n    'audit.row/v1': Record<string, unknown>;\n  }\n}\n`;
  const folder = areaWith({ [TYPES_FILE]: types });
  expect(readTypes(path.join(folder, TYPES_FILE)).points).toEqual(['audit.row/v1']);
  expect(await findAreaFaults('billing', pointAt('audit.row/v1'))).toEqual([]);
  expect((await findAreaFaults('billing', pointAt('audit.rows/v1'))).join()).toContain(
    'npx tollgate-area types',
  );
});
