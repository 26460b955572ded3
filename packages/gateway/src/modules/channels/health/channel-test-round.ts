import { ChannelStatus, type getChannelTests, type Output } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import * as rounds from '../../shared/rounds.ts';
import type { ChannelRow } from '../channel-rows.ts';
import { refuse, restoreKey } from '../keys/channel-key-work.ts';
import { isAccountFault } from './channel-health.ts';
import type { Probe } from './channel-probe.ts';
import { listTestable, type TestOutcome, test } from './channel-tests.ts';
import { trip } from './channel-trip.ts';

const ROUND = 'channel-tests';

/**
 * Starts the test and returns at once. `everySeconds` is for the job: the last round must have started
 * before.
 *
 * @throws {AppError} `channel_tests_running`
 */
export async function start(ctx: Context, probe: Probe, everySeconds = 0): Promise<undefined> {
  const rows = await listTestable(ctx);
  const round = await rounds.begin(ctx, ROUND, { total: rows.length, everySeconds });
  if (!round) throw new AppError('channel_tests_running');
  rounds
    .finish(ctx, round, () => testAll(ctx, rows, probe, round))
    .catch((error) => ctx.log.error({ err: error }, 'The test of all channels broke off'));
  return undefined;
}

export function progress(ctx: Context): Promise<Output<typeof getChannelTests>> {
  return rounds.progressOf(ctx, ROUND);
}

async function testAll(
  ctx: Context,
  rows: readonly ChannelRow[],
  probe: Probe,
  round: rounds.Round,
): Promise<void> {
  let failed = 0;
  const failures: rounds.RoundFailure[] = [];
  for (const [index, row] of rows.entries()) {
    const outcome = await testOrFail(ctx, row, probe);
    const { error } = outcome;
    if (error) failed += 1;
    const isListed = error !== undefined && failures.length < MAX_FAILURES;
    if (isListed) failures.push(toFailure(row, error));
    // Before the outcome counts: the round may have been stopped, or taken over by another gateway.
    await round.advance({ done: index + 1, failed, ...(isListed && { failures }) });
    await judge(ctx, row, outcome);
  }
}

/** Stops the test of all channels. The running request ends, but its outcome no longer counts. */
export async function stop(ctx: Context): Promise<undefined> {
  await rounds.stop(ctx, ROUND);
  return undefined;
}

/** Tests a channel. A fault of the gateway fails this channel, but not the test of the others. */
async function testOrFail(ctx: Context, row: ChannelRow, probe: Probe): Promise<TestOutcome> {
  try {
    return await test(ctx, row, probe);
  } catch (err) {
    ctx.log.error({ err, channel: row.id }, 'A channel could not be tested');
    return { timeMs: 0, error: new AppError('internal', {}, { cause: err }) };
  }
}

/** The failures that are stored with their reason. Further ones are counted only. */
const MAX_FAILURES = 100;
const MAX_REASON = 300;

function toFailure({ id, name }: ChannelRow, { code, details }: AppError): rounds.RoundFailure {
  const short = Object.entries(details).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.slice(0, MAX_REASON) : value,
  ]);
  return { id, name, code, details: Object.fromEntries(short) };
}

/** Disables a channel whose account is unusable or that is too slow, and enables one that works again. */
async function judge(ctx: Context, row: ChannelRow, outcome: TestOutcome): Promise<void> {
  const { timeMs, error, fault, key } = outcome;
  const options = ctx.options.current;
  if (row.status === ChannelStatus.tripped) {
    if (!error && key !== undefined && options.AutomaticEnableChannelEnabled)
      await restoreKey(ctx, row.id, key);
    return;
  }
  if (row.auto_ban !== 1) return;
  if (fault && isAccountFault(options, row, fault)) {
    await refuse(ctx, row.id, key, fault.message || `status ${fault.status}`);
    return;
  }
  const limit = options.ChannelDisableThreshold;
  if (!error && limit > 0 && timeMs > limit * 1000) {
    await trip(
      ctx,
      row.id,
      `response time ${(timeMs / 1000).toFixed(2)} s is over the limit of ${limit.toFixed(2)} s`,
    );
  }
}
