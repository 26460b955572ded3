import { globSync } from 'node:fs';
import path from 'node:path';
import { UNIT } from '../suites.ts';
import { projects } from '../vitest/projects.ts';
import type { TestFile } from './reach.ts';
import type { Tree } from './tree.ts';

/** Files that every test depends on. */
const SHARED = [
  'package.json',
  'pnpm-lock.yaml',
  'vitest.config.ts',
  'packages/tooling/src/vitest/projects.ts',
  'packages/gateway/src/testing/global-setup.ts',
  'tsconfig.base.json',
];

/** Lists the unit tests of the repository with their vitest projects. */
export function listUnitTests(root: string, tree: Tree): TestFile[] {
  return projects.flatMap(({ test = {} }) => {
    const { name, include = [], exclude = [], setupFiles = [] } = test;
    if (typeof name !== 'string' || !UNIT.includes(name)) return [];
    const setup = [setupFiles].flat().map((file) => path.relative(root, file));
    return globSync(include, { cwd: root, exclude })
      .filter((file) => tree.has(file))
      .map((file) => ({ file, project: name, uses: setup, reads: SHARED }));
  });
}
