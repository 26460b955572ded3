import { sweep } from '../auth/sessions.ts';
import type { Context } from '../core/context.ts';
import * as knownOrigins from '../services/known-origins.ts';
import type { Job } from './job.ts';

/** Sessions that ended by time, and addresses from which nobody signs in any more, are useless rows. Deleting them twice does no harm, so no process needs to be the one. */
export const sweepSessions: Job = { name: 'sweep-sessions', everyMs: 3_600_000, run };

async function run(ctx: Context): Promise<void> {
  await sweep(ctx);
  await knownOrigins.sweep(ctx);
}
