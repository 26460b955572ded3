import path from 'node:path';
import { parseArgs } from 'node:util';
import { createArea } from '@tollgate/mfe-kit/new-area';
import { capture } from '../processes.ts';
import { root } from '../workspace.ts';

/** `npm run new area billing`: writes `mfe-billing` and installs its dependencies, unless `--no-install` is given. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'no-install': { type: 'boolean', default: false } },
});
const [kind, name = '', ...more] = positionals;
process.exitCode = await run();

async function run(): Promise<number> {
  if (kind !== 'area' || more.length > 0) return refuse('Usage: npm run new area <name>');
  const folder = await createArea(name).catch((error: Error) => error);
  if (folder instanceof Error) return refuse(folder.message);
  if (!values['no-install']) {
    const { code, output } = await capture('pnpm', ['install', '--no-frozen-lockfile', '--prefer-offline']);
    if (code !== 0) return refuse(`pnpm install failed:\n${output}`);
  }
  process.stdout.write(welcome(path.relative(root, folder)));
  return 0;
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}

function welcome(folder: string): string {
  return `${folder} is there, with a list, a form, stories, tests and texts in both languages.

  npm run dev -- --alone ${name}: open it alone, in a mock shell
  npm run dev ${name}: open it in the console
  npm run build ${folder}: build it; a gateway beside it serves the build at once

Then: docs/guides/ship-an-area.md. Chinese titles are yours to write: ${folder}/src/i18n/zh.json.
`;
}
