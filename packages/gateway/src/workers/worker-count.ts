import { availableParallelism } from 'node:os';
import type { Config } from '../config.ts';

/** More would wait for the one that writes SQLite, or take too many connections of a database server. */
const MOST = 8;

/** How many processes relay calls: one less than there are cores, because a database needs one too. */
export function countWorkers({ workers }: Pick<Config, 'workers'>, cores = availableParallelism()): number {
  const wanted = process.platform === 'win32' ? 1 : cores - 1; // Windows hands no pipes down by their number.
  return workers ?? Math.max(1, Math.min(wanted, MOST));
}
