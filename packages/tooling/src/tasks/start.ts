import { existsSync } from 'node:fs';
import { buildApps } from '../build-apps.ts';
import { gatewayProgram } from '../gateway/program.ts';
import { become } from '../processes.ts';

/** Collects short-lived objects more rarely: 3 to 5 % less CPU for 15 MB of memory (docs/performance.md). */
const YOUNG_HEAP = '--max-semi-space-size=32';

/** Settings of this folder; environment variables win. */
const settings = existsSync('.env') ? ['--env-file=.env'] : [];

/** `npm start`: builds what changed and becomes the gateway, which serves the console too. */
if (!(await buildApps())) process.exit(1);
process.exitCode = await become(process.execPath, [
  ...[YOUNG_HEAP, ...settings, gatewayProgram(), 'serve'],
  ...process.argv.slice(2),
]);
