import { retain } from '../modules/usage/log-cleaning.ts';
import type { Job } from './job.ts';

/** Continues interrupted deletions, and starts those of the retention. Doing it twice does no harm. */
export const cleanLogs: Job = { name: 'clean-logs', everyMs: 60_000, run: retain };
