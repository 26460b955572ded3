import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellPages } from './find-page.ts';

// @reads shell/rsbuild.config.ts
test('the build lists every page of the shell, so that the gateway does not answer one with 404', () => {
  const config = readFileSync(join(import.meta.dirname, '../../rsbuild.config.ts'), 'utf8');
  const listed = [...config.matchAll(/^ +'(\/[^']*)':/gm)].map(([, path]) => path);
  const pages = shellPages.map(({ path }) => path).filter((path) => path !== '/');
  expect(listed.sort()).toEqual([...pages].sort());
});
