import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAllowed, judgeLicenses, listInstalled } from './licenses.ts';

test.each([
  ['MIT', true],
  ['(AFL-2.1 OR BSD-3-Clause)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  ['', false],
])('the license "%s" is allowed: %s', (expression, expected) => {
  const allowed = new Set(['MIT', 'Apache-2.0', 'BSD-3-Clause']);
  expect(isAllowed(expression, allowed)).toBe(expected);
});

test('a license that is fine for a tool is rejected for a part of the product', () => {
  const each = { name: 'a', version: '1.0.0', license: 'MPL-2.0', folder: '' };
  expect(judgeLicenses([each], () => false).complaints).toEqual([]);
  expect(judgeLicenses([each], () => true).complaints).toEqual([
    'a@1.0.0 is part of the product and has the license MPL-2.0, which checks/licenses.ts does not allow for that. Choose another package.',
  ]);
});

test('the license of fonts is allowed for the typeface alone', () => {
  const each = (name: string) => ({ name, version: '1.0.0', license: 'OFL-1.1', folder: '' });
  const installed = [each('@fontsource-variable/inter'), each('a')];
  expect(judgeLicenses(installed, () => true).complaints).toEqual([expect.stringMatching(/^a@1\.0\.0 /)]);
});

test('installed packages are listed once, with licenses in every form', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tollgate-licenses-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const install = (name: string, manifest: object, text?: string) => {
    const folder = path.join(root, `node_modules/.pnpm/${name.replace('/', '+')}@1.0.0/node_modules`, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
    if (text) writeFileSync(path.join(folder, 'LICENSE'), text);
    return folder;
  };
  const plain = install('@a/plain', { license: 'MIT' });
  const old = install('old', { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] });
  install('text', {}, 'The MIT License (MIT)\n\nCopyright');
  install('none', {});
  symlinkSync(plain, path.join(path.dirname(old), 'linked'));
  expect(listInstalled(root).map(({ name, license }) => [name, license])).toEqual([
    ['@a/plain', 'MIT'],
    ['none', ''],
    ['old', 'MIT OR GPL-2.0'],
    ['text', 'MIT'],
  ]);
});
