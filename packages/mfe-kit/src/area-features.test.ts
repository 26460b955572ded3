import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from './workspace.ts';

const rows = readFileSync(path.join(workspaceRoot, 'docs/area-features.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!-|Feature |Fault )/.test(line))
  .map((line) => ({ line, name: line.split('|')[1]?.trim() ?? '' }));
const FILE = /`([\w./-]+\.(?:test|spec)\.tsx?)`(?: “([^”]+)”)?/g;

test('the table of features has one row for each', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

test.each(rows)('the tests that show "$name" exist by file and title', ({ line }) => {
  const shown = [...line.matchAll(FILE)].map(([, file = '', title = '']) => ({ file, title }));
  // What the platform lacks is in the table too.
  if (!/\| (?:no|partly) +\|/.test(line)) expect(shown).not.toEqual([]);
  for (const { file, title } of shown) {
    expect(title, `${file} without the title of a test`).not.toBe('');
    expect(existsSync(path.join(workspaceRoot, file)), file).toBe(true);
    const isThere = ["'", '"', '`'].some((quote) => testsOf(file).includes(quote + title + quote));
    expect(isThere, `no test "${title}" in ${file}`).toBe(true);
  }
});

function testsOf(file: string): string {
  return readFileSync(path.join(workspaceRoot, file), 'utf8');
}
