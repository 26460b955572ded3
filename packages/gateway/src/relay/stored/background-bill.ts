import { transact } from '../../core/context.ts';
import * as responses from '../../modules/usage/repository/background-responses.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';
import type { RelayContext } from '../context.ts';
import type { RelayError, UpstreamError } from '../errors.ts';
import type { Bill } from '../metering/bill.ts';
import { TextTally } from '../metering/tally.ts';
import { toUsageRecord } from '../metering/usage-log.ts';
import { payersOf } from '../money/take-money.ts';
import { answerWords } from '../prompt/words.ts';
import type { Operation } from '../providers/provider.ts';
import { meter } from '../steps/meter.ts';
import { measureWhole } from '../streaming/readers/whole.ts';
import { type BackgroundResponse, responderOf, toPaidCall } from './background-state.ts';

export const PLATFORM = 'response';

/** How a response ended. */
export interface BackgroundEnd {
  /** The response as its provider has it; `undefined` when that can no longer be learnt. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  readonly operation: Pick<Operation, 'usage'>;
  /** What each of its streams has sent. */
  readonly sent: readonly TextTally[];
  /** The error that ended it, if it failed. */
  readonly failure: RelayError | UpstreamError | undefined;
}

/**
 * Charges a response once: the gateway that removes its row settles the hold. Before, the cost is noted, so that a
 * crash in between charges it.
 */
export async function chargeBackground(
  ctx: RelayContext,
  response: BackgroundResponse,
  end: BackgroundEnd,
  holder: string,
): Promise<void> {
  const { state, rowId } = response;
  const { hold } = state;
  const bill = await billOf(ctx, response, end);
  await ctx.ledger.extend(hold.id, 0, Math.min(bill.quota, hold.amount));
  const isOurs = await transact(ctx, async (tx) => {
    if (!(await pending.lock(tx.db, PLATFORM, rowId, holder))) return false;
    await pending.remove(tx.db, PLATFORM, rowId);
    await responses.remove(tx.db, rowId);
    return true;
  });
  const call = toPaidCall(state);
  const record = toUsageRecord({ ...call, hold }, bill, {
    ...state.trace,
    firstByteAt: undefined,
    failure: end.failure,
    endedAt: ctx.now(),
    claude: false,
  });
  if (!isOurs) await ctx.ledger.void(hold.id);
  else if (bill.basis === 'none') await ctx.ledger.void(hold.id, record);
  else await ctx.ledger.settle(hold.id, bill.quota, record);
  ctx.moneyQueue.release(...payersOf(call.caller));
}

async function billOf(
  ctx: RelayContext,
  { state }: BackgroundResponse,
  { json, operation, sent }: BackgroundEnd,
): Promise<Bill> {
  const { hold } = state;
  const { relayRequest } = toPaidCall(state);
  const call = { hold, relayRequest, responder: responderOf(state) };
  if (!json)
    return meter(ctx, call, { usage: {}, tally: () => longest(sent), complete: false, abandoned: true });
  const { usage, tally } = measureWhole(json, operation);
  const written = longest([tally(), ...sent]);
  const isWhole = json.status === 'completed' || json.status === 'incomplete';
  const bill = await meter(ctx, call, {
    usage,
    tally: () => written,
    complete: isWhole || (usage.input ?? 0) > 0,
    abandoned: json.status === 'cancelled',
  });
  const words = answerWords(ctx.options.current);
  return { ...bill, sensitive: words?.occursIn(written.text()) ?? false };
}

/** A cancelled response may no longer have what its streams have sent. */
function longest(tallies: readonly TextTally[]): TextTally {
  return tallies.reduce((most, each) => (each.bytes > most.bytes ? each : most), new TextTally());
}
