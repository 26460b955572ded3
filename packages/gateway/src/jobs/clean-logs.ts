import { retain } from '../services/log-cleaning.ts';
import type { Job } from './job.ts';

/** Goes on with deletions that were cut short, and starts those that the retention asks for. Doing it twice does no harm. */
export const cleanLogs: Job = { name: 'clean-logs', everyMs: 60_000, run: retain };
