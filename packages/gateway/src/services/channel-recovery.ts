import { ChannelStatus } from '@tollgate/contract';
import type { Context } from '../core/context.ts';
import * as channels from '../repositories/channels.ts';
import { nowSeconds } from './caller.ts';
import type { Probe } from './channel-probe.ts';
import type { ChannelRow } from './channel-rows.ts';
import { putBack } from './channel-test-round.ts';
import { test } from './channel-tests.ts';

const FIRST_SECONDS = 300;
const LONGEST_SECONDS = 6 * 3600;

/**
 * Asks each channel that the gateway took out whether it works again: first after five minutes, then at intervals that
 * double, six hours at most, so that an account that is gone for good is not asked for ever in vain at a high pace.
 */
export async function recoverTripped(ctx: Context, probe: Probe): Promise<void> {
  if (!ctx.options.current.AutomaticEnableChannelEnabled) return;
  for (const row of await channels.listByStatus(ctx.db, [ChannelStatus.tripped])) {
    if (!isDue(row, nowSeconds(ctx))) continue;
    const { error } = await test(ctx, row, undefined, probe);
    if (error) continue;
    await putBack(ctx, row.id);
    ctx.log.info({ channel: row.id }, 'channel works again and is back in service');
  }
}

/** As long again as it has been out when it was last tried. */
function isDue({ test_time, other_info }: ChannelRow, now: number): boolean {
  const since = readSince(other_info);
  const lastTry = Math.max(test_time, since);
  const interval = Math.min(Math.max(lastTry - since, FIRST_SECONDS), LONGEST_SECONDS);
  return now - lastTry >= interval;
}

/** When it was taken out, in seconds since 1970; 0 when that is not known. */
function readSince(otherInfo: string): number {
  try {
    return Number((JSON.parse(otherInfo) as { status_time?: unknown }).status_time) || 0;
  } catch {
    return 0;
  }
}
