import { AppError } from '../core/errors.ts';
import { recoverTripped } from '../modules/channels/health/channel-recovery.ts';
import * as tests from '../modules/channels/health/channel-test-round.ts';
import * as balances from '../modules/channels/providers/channel-balances.ts';
import * as rounds from '../modules/shared/rounds.ts';
import { probe } from '../relay/upstream/probe.ts';
import type { Job } from './job.ts';

/** Tests all channels every `CHANNEL_TEST_FREQUENCY` minutes, in the first process that finds it due. */
export const channelTests: Job = {
  name: 'channel-tests',
  everyMs: 30_000,
  async run(ctx) {
    const everySeconds = ctx.config.channelTestMinutes * 60;
    if (everySeconds === 0 || !(await rounds.isDue(ctx, 'channel-tests', everySeconds))) return;
    await tests.start(ctx, probe, everySeconds).catch((error) => {
      if (!(error instanceof AppError)) throw error; // another process was faster
    });
  },
};

/** Probes channels that the gateway disabled, when `AutomaticEnableChannelEnabled` is on. */
export const channelRecovery: Job = {
  name: 'channel-recovery',
  everyMs: 60_000,
  run: (ctx) => recoverTripped(ctx, probe),
};

/** Reads all balances every `CHANNEL_UPDATE_FREQUENCY` minutes, in the same way. */
export const channelBalances: Job = {
  name: 'channel-balances',
  everyMs: 30_000,
  async run(ctx) {
    const everySeconds = ctx.config.channelBalanceMinutes * 60;
    if (everySeconds === 0 || !(await rounds.isDue(ctx, 'channel-balances', everySeconds))) return;
    await balances.updateInRound(ctx, everySeconds);
  },
};
