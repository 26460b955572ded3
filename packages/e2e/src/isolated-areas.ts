import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kit = path.resolve(import.meta.dirname, '../../mfe-kit/src/cli/main.ts');
const packages = path.resolve(import.meta.dirname, '../node_modules');

/** How each area of `fixtures/areas` is bundled, by its own bundler. */
const bundlers = {
  'vue-notes': ['vite/bin/vite.js', 'build'],
  'svelte-notes': ['vite/bin/vite.js', 'build'],
  'react-18-notes': ['@rsbuild/core/bin/rsbuild.js', 'build'],
} as const;

export type IsolatedAreaId = keyof typeof bundlers;

/** A copy of an area of `fixtures/areas`, outside of this repository. */
export interface ForeignArea {
  folder: string;
  /** Runs its bundler, then `tollgate-area pack`. Returns what that printed. */
  build(): Promise<string>;
  remove(): void;
}

/** Its packages are those installed here, so that a test asks no registry. */
export function copyArea(id: IsolatedAreaId): ForeignArea {
  const parent = mkdtempSync(path.join(tmpdir(), 'tollgate-area-'));
  const folder = path.join(parent, id);
  cpSync(path.resolve(import.meta.dirname, '../fixtures/areas', id), folder, { recursive: true });
  symlinkSync(packages, path.join(folder, 'node_modules'));
  const [program, ...args] = bundlers[id];
  return {
    folder,
    async build() {
      const env = { ...process.env, NODE_ENV: 'production' };
      await run(process.execPath, [path.join(packages, program), ...args], { cwd: folder, env });
      return await pack(folder);
    },
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}

/** Runs `tollgate-area pack` on what a bundler wrote. Returns what it printed. */
export async function pack(folder: string): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'production' };
  return (await run(process.execPath, [kit, 'pack', 'build'], { cwd: folder, env })).stdout;
}
