import type { Job } from './job.ts';

/** Other processes take over the calls of one that is silent for half a minute. */
export const ledgerHeartbeat: Job = {
  name: 'ledger-heartbeat',
  everyMs: 5_000,
  run: (ctx) => ctx.ledger.heartbeat(),
};

export const ledgerAdoption: Job = {
  name: 'ledger-adoption',
  everyMs: 10_000,
  run: (ctx) => ctx.ledger.adopt(),
};
