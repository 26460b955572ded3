/**
 * A gateway for tests that kill it: it ends calls one after the other and copies their rows to an object store without
 * waiting for more. Takes its options as JSON in the first argument and sends its parent the ids of ended calls.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openGateway } from '../../cli/open-gateway.ts';
import { readConfig } from '../../config.ts';
import { systemClock } from '../../core/clock.ts';
import { createLog } from '../../log.ts';
import { sendRows } from '../../modules/usage/stream/send-rows.ts';
import { fillAccounts } from '../ledger.ts';
import { reservation, usageRecord } from '../records.ts';

export interface StreamGatewayOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** How far its clock is ahead. */
  readonly aheadMs: number;
  /** In its first life. */
  readonly isFirst: boolean;
}

const { settings, aheadMs, isFirst } = JSON.parse(process.argv[2] ?? '') as StreamGatewayOptions;
const CALLERS = 4;
const clock = { ...systemClock, now: () => Date.now() + aheadMs };
const { ctx } = await openGateway(readConfig(settings), createLog('warn'), clock);
if (isFirst) await fillAccounts(ctx.db, CALLERS, 1e12);
for (let user = 1; user <= CALLERS; user += 1) void callForEver(user);
for (;;) {
  await sendRows(ctx);
  await sleep(10);
}

async function callForEver(userId: number): Promise<void> {
  for (;;) {
    const call = reservation({ userId });
    await ctx.ledger.reserve(call);
    ctx.ledger.dispatch(call.id, 3);
    await ctx.ledger.settle(call.id, 7, usageRecord({ user_id: userId, token_id: userId }));
    process.send?.(call.id);
    await sleep(1);
  }
}
