import { sweep } from '../sign-in/states.ts';
import type { Job } from './job.ts';

/** Sign-ins that nobody finished, and used proofs that are too old to be used again. */
export const sweepSignIns: Job = { name: 'sweep-sign-ins', everyMs: 3_600_000, run: sweep };
