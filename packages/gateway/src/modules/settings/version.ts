import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** As it is shown: `v1.2.3`. */
export const version = `v${manifest.version}`;

/** Unix seconds at which this process started. */
export const startedAt = Math.floor(Date.now() / 1000 - process.uptime());
