import type { Job } from './job.ts';

/** Other processes take over the calls of one that is silent for half a minute. */
export const ledgerHeartbeat: Job = {
  name: 'ledger-heartbeat',
  everyMs: 5_000,
  run: (ctx) => ctx.ledger.heartbeat(),
};

/** Notices when the disk of the journal is full, or has room again; the log reports both. */
export const ledgerDisk: Job = {
  name: 'ledger-disk',
  everyMs: 5_000,
  run: (ctx) => ctx.ledger.checkJournal(),
};

/** A stream whose gateway is lost with its disk is charged at least what it had cost two seconds before. */
export const ledgerCheckpoints: Job = {
  name: 'ledger-checkpoints',
  everyMs: 1_500,
  run: (ctx) => ctx.ledger.saveCheckpoints(),
};

export const ledgerAdoption: Job = {
  name: 'ledger-adoption',
  everyMs: 10_000,
  run: (ctx) => ctx.ledger.adopt(),
};
