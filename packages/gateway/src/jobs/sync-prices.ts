import { sendEndingWarnings } from '../modules/models/ending-warnings.ts';
import { syncPrices } from '../modules/models/sources/sync.ts';
import * as rounds from '../modules/shared/rounds.ts';
import type { Job } from './job.ts';

const DAY_SECONDS = 86_400;

/** Once a day, in whichever gateway is first. */
export const syncPriceSource: Job = {
  name: 'sync-prices',
  everyMs: 600_000,
  run: (ctx) => rounds.run(ctx, 'price-sync', { everySeconds: DAY_SECONDS }, () => syncPrices(ctx)),
};

/** Warns of models that their vendors stop soon. The warning itself is sent by one gateway. */
export const warnOfEndingModels: Job = {
  name: 'warn-of-ending-models',
  everyMs: 3_600_000,
  run: (ctx) => sendEndingWarnings(ctx),
};
