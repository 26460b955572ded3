import * as storedChats from '../modules/channels/repository/stored-chats.ts';
import * as references from '../modules/channels/repository/upstream-references.ts';
import { nowSeconds } from '../modules/shared/caller.ts';
import type { Job } from './job.ts';

/** Deletes references to what providers no longer keep. */
export const sweepReferences: Job = {
  name: 'sweep-references',
  everyMs: 3_600_000,
  run: (ctx) =>
    Promise.all([
      references.removeExpired(ctx.db, nowSeconds(ctx)),
      storedChats.removeExpired(ctx.db, nowSeconds(ctx)),
    ]),
};
