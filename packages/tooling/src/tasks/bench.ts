import { globSync } from 'node:fs';
import path from 'node:path';
import { buildApps } from '../build-apps.ts';
import { GATEWAY } from '../gateway/program.ts';
import { foreground } from '../processes.ts';
import { root } from '../workspace.ts';

/** `npm run bench [-- <name> ...]`: one file of packages/bench/src per measurement. */
const [name, ...rest] = process.argv.slice(2);
const names = globSync('packages/bench/src/*.ts', { cwd: root })
  .map((file) => path.basename(file, '.ts'))
  .filter((candidate) => !candidate.includes('.'))
  .sort();

if (name && names.includes(name)) {
  if (!(await buildApps({ names: [GATEWAY] }))) process.exit(1);
  process.exitCode = await foreground([
    { command: process.execPath, args: [`packages/bench/src/${name}.ts`, ...rest] },
  ]);
} else {
  process.stdout.write(
    `${name ? `There is no measurement "${name}". ` : ''}Measurements: ${names.join(', ') || 'none yet'}.\n`,
  );
  process.exitCode = name ? 1 : 0;
}
