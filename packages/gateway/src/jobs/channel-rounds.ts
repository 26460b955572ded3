import { AppError } from '../core/errors.ts';
import { probe } from '../relay/probe.ts';
import * as balances from '../services/channel-balances.ts';
import { recoverTripped } from '../services/channel-recovery.ts';
import * as tests from '../services/channel-test-round.ts';
import * as rounds from '../services/rounds.ts';
import type { Job } from './job.ts';

/** Tests all channels every `CHANNEL_TEST_FREQUENCY` minutes, in whichever process looks first. */
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

/** Tries channels that the gateway took out, when `AutomaticEnableChannelEnabled` wants them back. */
export const channelRecovery: Job = {
  name: 'channel-recovery',
  everyMs: 60_000,
  run: (ctx) => recoverTripped(ctx, probe),
};

/** Asks for all balances every `CHANNEL_UPDATE_FREQUENCY` minutes, in the same way. */
export const channelBalances: Job = {
  name: 'channel-balances',
  everyMs: 30_000,
  async run(ctx) {
    const everySeconds = ctx.config.channelBalanceMinutes * 60;
    if (everySeconds === 0 || !(await rounds.isDue(ctx, 'channel-balances', everySeconds))) return;
    await balances.updateInRound(ctx, everySeconds);
  },
};
