import { sweep } from '../modules/identity/providers/states.ts';
import type { Job } from './job.ts';

/** Deletes sign-ins that were not finished, and used proofs that are too old to be used again. */
export const sweepSignIns: Job = { name: 'sweep-sign-ins', everyMs: 3_600_000, run: sweep };
