import { guardCanaries } from '../services/area-guard.ts';
import { sweepAreas } from '../services/area-retention.ts';
import * as rounds from '../services/rounds.ts';
import type { Job } from './job.ts';

/** Looks at canaries four times a minute, in one process at a time. */
export const canaryGuard: Job = {
  name: 'area-guard',
  everyMs: 15_000,
  async run(ctx) {
    if (!(await rounds.begin(ctx, 'area-guard', 0))) return;
    try {
      await guardCanaries(ctx);
    } finally {
      await rounds.end(ctx, 'area-guard');
    }
  },
};

/** Old builds take space and nothing else, so no process needs to be the one that deletes them. */
export const areaRetention: Job = { name: 'area-retention', everyMs: 6 * 3_600_000, run: sweepAreas };
