import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hostApi } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { workspaceRoot } from './workspace.ts';

const folder = path.join(workspaceRoot, 'packages/console-sdk/host-api');
const versions = globSync('[0-9]*', { cwd: folder }).sort((a, b) => minorOf(a) - minorOf(b));
const now = namesIn(path.join(workspaceRoot, 'packages/console-sdk/src/index.ts'));

test.each(versions)('everything that host API %s exports is still there', (version) => {
  const missing = namesIn(path.join(folder, version, 'index.d.ts')).filter((name) => !now.includes(name));
  expect(missing).toEqual([]);
});

test('a new export raises the minor version, and the types of the one before are kept', () => {
  const newest = versions.at(-1) ?? '';
  const recorded = namesIn(path.join(folder, newest, 'index.d.ts'));
  const added = now.filter((name) => !recorded.includes(name));
  const isRaised = minorOf(hostApi) > minorOf(newest);
  expect(added.length === 0 || isRaised).toBe(true);
  expect(minorOf(hostApi) - minorOf(newest)).toBeLessThanOrEqual(1);
});

function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

/** The names in the export lists of a module. */
function namesIn(file: string): string[] {
  const lists = [...readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  return lists.flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter(Boolean),
  );
}
