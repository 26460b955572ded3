import type { Answer } from '../answer.ts';
import { type Bill, type CallHold, promptBill } from '../bill.ts';
import type { RelayContext } from '../context.ts';
import type { Asked } from '../dialects/dialect.ts';
import type { Exchange } from '../exchange.ts';
import type { TokenOwner } from '../token-cache.ts';
import { toUsageRecord } from '../usage-log.ts';

/** How the money of one call ends: charged once, or given back. */
export interface Ending {
  /** An upstream has begun to work: from here on the call costs something, whatever becomes of it. */
  answered(answer: Answer): void;
  /** Resolves when the charge survives a crash. */
  charge(bill: Bill, firstByteAt: number | undefined): Promise<void>;
  /** Ends what was not charged: an answered call costs its prompt, another one nothing. */
  close(): Promise<void> | undefined;
}

export function settle(
  ctx: RelayContext,
  exchange: Exchange,
  owner: TokenOwner,
  asked: Asked,
  hold: CallHold,
): Ending {
  let answer: Answer | undefined;
  let ended = false;
  const ending: Ending = {
    answered(begun) {
      answer = begun;
    },
    async charge(bill, firstByteAt) {
      if (!answer) throw new Error('nothing was answered');
      const { channel, prepared, tried } = answer;
      const record = toUsageRecord(exchange, owner, asked, hold, bill, {
        tried,
        channelId: channel.id,
        upstreamModel: prepared.upstreamModel,
        firstByteAt,
        endedAt: ctx.now(),
        claude: prepared.operation.native === 'anthropic-messages',
      });
      if (bill.basis === 'none') await ctx.ledger.void(hold.id, record);
      else await ctx.ledger.settle(hold.id, bill.quota, record);
      ended = true;
    },
    close() {
      if (ended) return undefined;
      return answer ? ending.charge(promptBill(hold), undefined) : ctx.ledger.void(hold.id);
    },
  };
  return ending;
}
