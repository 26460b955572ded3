import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { copyArea, pack } from './isolated-areas.ts';

const run = promisify(execFile);

/** Builds by bundlers that the reference areas do not use. None of them needs a browser to be judged. */
const AREA = `
export const routes = ['/react-18-notes', '/react-18-notes/:id'];
export async function mount(element) {
  const { draw } = await import('./draw.js');
  draw(element);
}
export function unmount() {}
`;
const DRAW = "export const draw = (element) => element.append('Notes');\n";

/** The options of the guide, for webpack and for Rspack. */
const MODULES = `
  output: { path: OUT, filename: 'area.js', chunkFilename: '[name].js', module: true, chunkFormat: 'module', library: { type: 'module' } },
  experiments: { outputModule: true },
  optimization: { splitChunks: false },
`;
const CONTAINER = `
  output: { path: OUT, module: true, uniqueName: 'notes', publicPath: 'auto' },
  experiments: { outputModule: true },
  plugins: [
    new bundler.container.ModuleFederationPlugin({
      name: 'notes', filename: 'area.js', library: { type: 'module' }, exposes: { './area': './src/area.js' },
    }),
  ],
`;
const ALONE = "output: { path: OUT, filename: 'area.js' },\n";

const bundlers = {
  webpack: "require('webpack')",
  Rspack: "require('@rsbuild/core').rspack",
} as const;

test.setTimeout(120_000);
for (const [name, bundler] of Object.entries(bundlers)) {
  test(`a build of ${name} with ES modules is accepted`, async () => {
    expect(await build(bundler, MODULES)).toContain('Packed build');
  });

  test(`a federation container of ${name} as an ES module is refused with the reason`, async () => {
    await expect(build(bundler, CONTAINER)).rejects.toThrow('no module exports routes, mount and unmount');
  });

  test(`a build of ${name} with ordinary scripts is refused with the reason`, async () => {
    await expect(build(bundler, ALONE)).rejects.toThrow('no module exports routes, mount and unmount');
  });
}

/** Returns what the kit prints about the build. @throws with its reasons */
async function build(bundler: string, options: string): Promise<string> {
  const area = copyArea('react-18-notes');
  try {
    writeFileSync(path.join(area.folder, 'src/area.js'), AREA);
    writeFileSync(path.join(area.folder, 'src/draw.js'), DRAW);
    writeFileSync(path.join(area.folder, 'bundle.cjs'), program(bundler, options));
    await run(process.execPath, ['bundle.cjs'], { cwd: area.folder });
    return await pack(area.folder);
  } finally {
    area.remove();
  }
}

function program(bundler: string, options: string): string {
  return `
const bundler = ${bundler};
const OUT = require('node:path').join(__dirname, 'build');
bundler({ mode: 'production', context: __dirname, entry: './src/area.js', ${options} }, (error, stats) => {
  if (!error && !stats.hasErrors()) return;
  console.error(error ?? stats.toString());
  process.exitCode = 1;
});
`;
}
