import { sendRows } from '../modules/usage/stream/send-rows.ts';
import type { Job } from './job.ts';

/** Copies rows of the usage log to the store that the environment names. */
export const streamLogs: Job = { name: 'stream-logs', everyMs: 5_000, run: sendRows };
