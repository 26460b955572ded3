import { parseArgs } from 'node:util';
import { buildApps } from '../build-apps.ts';

/** `npm run build [-- --force] [shell mfe-logs ...]` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { force: { type: 'boolean', default: false } },
});
const hasPassed = await buildApps({ names: positionals, force: values.force });
process.exitCode = hasPassed ? 0 : 1;
