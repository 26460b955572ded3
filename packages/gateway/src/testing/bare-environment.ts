import { join } from 'node:path';

/**
 * Environment of a `tollgate` process that a test starts: no settings of this machine. The cache of compiled
 * modules halves the CPU time of a start.
 */
export const bareEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../../../../.cache/node'),
};
