import type { Context } from '../core/context.ts';
import type { Job } from './job.ts';

/** Reads the options again without a new revision: a row may have been edited at the database's prompt. */
export const refreshOptions: Job = { name: 'refresh-options', everyMs: 60_000, run };

async function run({ options }: Context): Promise<void> {
  await options.reload();
}
