import type { Context } from '../core/context.ts';
import { sweep } from '../modules/identity/credentials/sessions.ts';
import * as knownOrigins from '../modules/identity/entry/known-origins.ts';
import type { Job } from './job.ts';

/**
 * Deletes expired sessions and addresses without a recent sign-in. Deleting them twice does no harm, so any
 * process may do it.
 */
export const sweepSessions: Job = { name: 'sweep-sessions', everyMs: 3_600_000, run };

async function run(ctx: Context): Promise<void> {
  await sweep(ctx);
  await knownOrigins.sweep(ctx);
}
