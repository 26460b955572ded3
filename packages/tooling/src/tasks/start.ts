import { buildApps } from '../build-apps.ts';
import { foreground } from '../processes.ts';

/** `npm start`: builds what changed and starts the gateway, which serves the console too. */
if (!(await buildApps())) process.exit(1);
process.exitCode = await foreground([
  { command: process.execPath, args: ['packages/gateway/src/main.ts', 'serve', ...process.argv.slice(2)] },
]);
