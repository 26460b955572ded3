import { guardCanaries } from '../modules/areas/area-guard.ts';
import { sweepAreas } from '../modules/areas/area-retention.ts';
import { storeSdk } from '../modules/areas/sdk-archive.ts';
import * as rounds from '../modules/shared/rounds.ts';
import type { Job } from './job.ts';

const GUARD_SECONDS = 15;

/** Checks canaries four times a minute, in whichever gateway is first. */
export const canaryGuard: Job = {
  name: 'area-guard',
  everyMs: GUARD_SECONDS * 1000,
  run: (ctx) =>
    rounds.run(ctx, 'area-guard', { everySeconds: GUARD_SECONDS }, (round) => guardCanaries(ctx, round)),
};

/** Old builds only take space, so every process may delete them. */
export const areaRetention: Job = { name: 'area-retention', everyMs: 6 * 3_600_000, run: sweepAreas };

/** Soon after the start: a version that ran for a minute may be in a lockfile. */
export const sdkArchiving: Job = { name: 'sdk-archive', everyMs: 30_000, run: storeSdk };
