import { guardCanaries } from '../services/area-guard.ts';
import { sweepAreas } from '../services/area-retention.ts';
import * as rounds from '../services/rounds.ts';
import type { Job } from './job.ts';

const GUARD_SECONDS = 15;

/** Looks at canaries four times a minute, in whichever gateway is first. */
export const canaryGuard: Job = {
  name: 'area-guard',
  everyMs: GUARD_SECONDS * 1000,
  run: (ctx) =>
    rounds.run(ctx, 'area-guard', { everySeconds: GUARD_SECONDS }, (round) => guardCanaries(ctx, round)),
};

/** Old builds take space and nothing else, so no process needs to be the one that deletes them. */
export const areaRetention: Job = { name: 'area-retention', everyMs: 6 * 3_600_000, run: sweepAreas };
