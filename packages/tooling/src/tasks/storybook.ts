import { foreground } from '../processes.ts';

/** `npm run storybook`: every component and page in every state, with hot reload. */
process.exitCode = await foreground([
  {
    command: 'pnpm',
    args: ['--silent', '--filter', '@tollgate/storybook', 'run', 'dev', ...process.argv.slice(2)],
  },
]);
