import { foreground } from '../processes.ts';

/**
 * `npm run docs`: the docs site with hot reload. `npm run docs -- build` writes it to packages/docs-site/dist,
 * `npm run docs -- preview` serves what was built.
 */
const COMMANDS = ['dev', 'build', 'preview'];
const [command = 'dev', ...rest] = process.argv.slice(2);

if (COMMANDS.includes(command)) {
  const args = ['--silent', '--filter', '@tollgate/docs-site', 'run', command, ...rest];
  process.exitCode = await foreground([{ command: 'pnpm', args }]);
} else {
  process.stderr.write(`There is no ${command}. Commands: ${COMMANDS.join(', ')}.\n`);
  process.exitCode = 1;
}
