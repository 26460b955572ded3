import type { Context } from '../core/context.ts';
import { anchorAudit } from './anchor-audit.ts';
import { areaRetention, canaryGuard, sdkArchiving } from './area-jobs.ts';
import { channelBalances, channelRecovery, channelTests } from './channel-rounds.ts';
import { cleanLogs } from './clean-logs.ts';
import {
  callWebhooks,
  deliverMails,
  sweepCodes,
  sweepNotifications,
  warnOfExpiringTokens,
  warnOfLimits,
  warnOfLowBalances,
} from './deliver-mails.ts';
import type { Job } from './job.ts';
import { ledgerAdoption, ledgerCheckpoints, ledgerDisk, ledgerHeartbeat } from './ledger-life.ts';
import { pollDrawings, pollSongs } from './poll-tasks.ts';
import { refreshOptions } from './refresh-options.ts';
import { streamLogs } from './stream-logs.ts';
import { sweepLimitWindows } from './sweep-limits.ts';
import { sweepReferences } from './sweep-references.ts';
import { sweepSessions } from './sweep-sessions.ts';
import { sweepSignIns } from './sweep-sign-ins.ts';
import { syncPriceSource, warnOfEndingModels } from './sync-prices.ts';

const jobs: readonly Job[] = [
  refreshOptions,
  ledgerHeartbeat,
  ledgerDisk,
  ledgerCheckpoints,
  ledgerAdoption,
  sweepSessions,
  anchorAudit,
  sweepSignIns,
  sweepCodes,
  sweepReferences,
  sweepLimitWindows,
  deliverMails,
  callWebhooks,
  warnOfLowBalances,
  warnOfLimits,
  warnOfExpiringTokens,
  sweepNotifications,
  cleanLogs,
  streamLogs,
  channelTests,
  channelRecovery,
  channelBalances,
  pollDrawings,
  pollSongs,
  canaryGuard,
  areaRetention,
  sdkArchiving,
  syncPriceSource,
  warnOfEndingModels,
];

/** Runs every job at its interval, never two rounds of one at once. Returns how to stop. */
export function startJobs(ctx: Context): () => void {
  const stops = jobs.map((job) => repeat(job, ctx));
  return () => {
    for (const stop of stops) stop();
  };
}

function repeat(job: Job, ctx: Context): () => void {
  let timer = setTimeout(round, job.everyMs).unref();
  let stopped = false;

  async function round() {
    try {
      await job.run(ctx);
    } catch (error) {
      ctx.log.error({ err: error, job: job.name }, 'A job failed; it runs again at its next turn');
    }
    if (!stopped) timer = setTimeout(round, job.everyMs).unref();
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
