import { sweepLimits } from '../modules/limits/sweep-limits.ts';
import type { Job } from './job.ts';

/** Deletes windows of limits that are long past, and those of deleted rules. */
export const sweepLimitWindows: Job = { name: 'sweep-limit-windows', everyMs: 600_000, run: sweepLimits };
