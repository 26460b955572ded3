import { sweep } from '../auth/sessions.ts';
import type { Job } from './job.ts';

/** Sessions that ended by time are useless rows. Deleting them twice does no harm, so no process needs to be the one. */
export const sweepSessions: Job = { name: 'sweep-sessions', everyMs: 3_600_000, run: sweep };
