import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../workspace.ts';
import { projects } from './projects.ts';

test('every test of the repository is run by one project', () => {
  // Templates run where they were copied to.
  const listed = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    '*.test.ts',
    '*.test.tsx',
    ':!*/template/*',
  ];
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const matches = (file: string, globs: readonly string[] = []) =>
    globs.some((glob) => path.matchesGlob(file, glob));
  const runners = (file: string) =>
    projects.flatMap(({ test: { name, include, exclude } = {} }) =>
      matches(file, include) && !matches(file, exclude) ? [String(name)] : [],
    );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => runners(file).length !== 1).map((file) => [file, runners(file)])).toEqual([]);
});
