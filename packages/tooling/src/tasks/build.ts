import { parseArgs } from 'node:util';
import { buildApps } from '../build-apps.ts';

/** `npm run build [-- --force] [shell mfe-logs ...]` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { force: { type: 'boolean', default: false } },
});
const isWell = await buildApps({ names: positionals, force: values.force });
process.exitCode = isWell ? 0 : 1;
