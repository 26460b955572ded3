import { ChannelStatus } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import { nowSeconds } from '../../shared/caller.ts';
import * as rounds from '../../shared/rounds.ts';
import { statesOf } from '../keys/channel-key-states.ts';
import { restoreKey } from '../keys/channel-key-work.ts';
import { hashKey, logUnreadableKey, tryOpenKeys } from '../keys/channel-keys.ts';
import * as keys from '../repository/channel-keys.ts';
import * as channels from '../repository/channels.ts';
import type { Probe } from './channel-probe.ts';
import { test } from './channel-tests.ts';

const FIRST_SECONDS = 300;
const LONGEST_SECONDS = 6 * 3600;

/**
 * Probes each channel and key that the gateway disabled: first after five minutes, then at intervals that
 * double, up to six hours, so that a lost account is not probed often. A channel that was disabled for lack
 * of a key comes back with the first of its keys. Each probe costs money, so one gateway at a time does this.
 */
export async function recoverTripped(ctx: Context, probe: Probe): Promise<void> {
  if (!ctx.options.current.AutomaticEnableChannelEnabled) return;
  await rounds.run(ctx, 'channel-recovery', {}, (round) => recover(ctx, probe, round));
}

async function recover(ctx: Context, probe: Probe, round: rounds.Round): Promise<void> {
  const refused = await keys.listByStatus(ctx.db, ChannelStatus.tripped);
  const withRefused = new Set(refused.map(({ channel_id }) => channel_id));
  for (const row of await channels.listByStatus(ctx.db, [ChannelStatus.tripped])) {
    const since = readSince(row.other_info);
    if (!isDue(since, row.test_time, nowSeconds(ctx))) continue;
    if (withRefused.has(row.id) && !(await hasKeyOn(ctx, row))) continue;
    await round.assertHeld();
    const { error, key } = await test(ctx, row, probe);
    await round.assertHeld();
    if (error || key === undefined) continue;
    await restoreKey(ctx, row.id, key);
    ctx.log.info({ channel: row.id }, 'channel works again and is back in service');
  }
  const due = refused.filter(({ since, tried_at }) => isDue(since, tried_at, nowSeconds(ctx)));
  for (const state of due.slice(0, KEYS_AT_ONCE)) await recoverKey(ctx, state, probe, round);
}

/** The state of unreadable keys is unknown: the test reports them. */
async function hasKeyOn(ctx: Context, row: channels.ChannelRow): Promise<boolean> {
  const off = await statesOf(ctx, row.id);
  return tryOpenKeys(row, ctx.secrets)?.some((key) => !off.has(hashKey(ctx, key))) ?? true;
}

/** Each probe may delay the next one for a minute. */
const KEYS_AT_ONCE = 20;

async function recoverKey(
  ctx: Context,
  state: keys.KeyRow,
  probe: Probe,
  round: rounds.Round,
): Promise<void> {
  await round.assertHeld();
  await keys.recordTry(ctx.db, state, nowSeconds(ctx));
  const row = await channels.find(ctx.db, state.channel_id);
  if (!row || row.status === ChannelStatus.disabled) return;
  const keyTexts = tryOpenKeys(row, ctx.secrets);
  if (!keyTexts) return logUnreadableKey(ctx, row.id);
  const key = keyTexts.find((each) => hashKey(ctx, each) === state.key_hash);
  if (key === undefined) return;
  const { error } = await test(ctx, row, probe, { key });
  await round.assertHeld();
  if (error) return;
  await restoreKey(ctx, row.id, key);
  ctx.log.info({ channel: row.id }, 'a key works again and is back in use');
}

/** Whether the time since the last try reaches that from the outage to the try. Seconds since 1970. */
function isDue(since: number, triedAt: number, now: number): boolean {
  const lastTry = Math.max(triedAt, since);
  const interval = Math.min(Math.max(lastTry - since, FIRST_SECONDS), LONGEST_SECONDS);
  return now - lastTry >= interval;
}

/** When the channel was disabled, in seconds since 1970; 0 when that is not known. */
function readSince(otherInfo: string): number {
  try {
    return Number((JSON.parse(otherInfo) as { status_time?: unknown }).status_time) || 0;
  } catch {
    return 0;
  }
}
