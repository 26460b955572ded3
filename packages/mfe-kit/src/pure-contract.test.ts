import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rspack } from '@rsbuild/core';
import { expect, onTestFinished, test } from 'vitest';
import { pureContractRule } from './pure-contract.ts';

test('a build has the endpoints that it names, and no others', { timeout: 30_000 }, async () => {
  const code = await build("import { getStatus } from '@tollgate/contract'; globalThis.found = getStatus;");
  expect(code).toContain('GET /api/status');
  expect(code).not.toContain('/api/console/areas');
  expect(code).not.toContain('/api/channel');
  expect(code.length).toBeLessThan(12_000); // zod alone would be twice that
  // What is left runs, and reads what a server sends.
  const context: {
    found?: { address: string; output: { safeParse(value: unknown): { success: boolean } } };
  } = {};
  new Function('globalThis', code)(context);
  expect(context.found?.address).toBe('GET /api/status');
  expect(context.found?.output.safeParse('no status').success).toBe(false);
});

test('a build with the whole contract has every endpoint', { timeout: 30_000 }, async () => {
  const code = await build("import * as all from '@tollgate/contract'; globalThis.found = { ...all };");
  const context: { found?: object } = {};
  new Function('globalThis', code)(context);
  const contract = await import('@tollgate/contract');
  expect(Object.keys(context.found ?? {}).sort()).toEqual(Object.keys(contract).sort());
});

async function build(source: string): Promise<string> {
  // Below this folder, so that the package is found.
  const folder = mkdtempSync(path.join(import.meta.dirname, '../node_modules/.pure-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const entry = path.join(folder, 'entry.js');
  writeFileSync(entry, source);
  const compiler = rspack({
    mode: 'production',
    entry,
    output: { path: folder, filename: 'built.js' },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } } },
        },
        pureContractRule,
      ],
    },
  });
  await new Promise<void>((done, fail) =>
    compiler.run((error, stats) => {
      if (error || stats?.hasErrors()) fail(error ?? new Error(stats?.toString('errors-only')));
      else compiler.close(() => done());
    }),
  );
  return readFileSync(path.join(folder, 'built.js'), 'utf8');
}
