import type { Answer } from '../answer.ts';
import { type Bill, type CallHold, promptBill } from '../bill.ts';
import type { RelayContext } from '../context.ts';
import type { Asked } from '../dialects/dialect.ts';
import type { Exchange } from '../exchange.ts';
import { payersOf } from '../take-money.ts';
import type { TokenOwner } from '../token-cache.ts';
import { toUsageRecord } from '../usage-log.ts';

export function settle(
  ctx: RelayContext,
  exchange: Exchange,
  owner: TokenOwner,
  asked: Asked,
  hold: CallHold,
): Ending {
  return new Ending(ctx, exchange, owner, asked, hold);
}

/** How the money of one call ends: charged once, or given back. Calls that wait for that money try again then. */
export class Ending {
  readonly #ctx: RelayContext;
  readonly #exchange: Exchange;
  readonly #owner: TokenOwner;
  readonly #asked: Asked;
  readonly #hold: CallHold;
  #answer: Answer | undefined;
  #ended = false;

  constructor(ctx: RelayContext, exchange: Exchange, owner: TokenOwner, asked: Asked, hold: CallHold) {
    this.#ctx = ctx;
    this.#exchange = exchange;
    this.#owner = owner;
    this.#asked = asked;
    this.#hold = hold;
  }

  /** An upstream has begun to work: from here on the call costs something, whatever becomes of it. */
  answered(answer: Answer): void {
    this.#answer = answer;
  }

  /** Resolves when the charge survives a crash. */
  async charge(bill: Bill, firstByteAt: number | undefined): Promise<void> {
    if (!this.#answer) throw new Error('nothing was answered');
    const { channel, prepared, tried } = this.#answer;
    const { id } = this.#hold;
    const record = toUsageRecord(this.#exchange, this.#owner, this.#asked, this.#hold, bill, {
      tried,
      channelId: channel.id,
      upstreamModel: prepared.upstreamModel,
      firstByteAt,
      endedAt: this.#ctx.now(),
      claude: prepared.operation.native === 'anthropic-messages',
    });
    if (bill.basis === 'none') await this.#ctx.ledger.void(id, record);
    else await this.#ctx.ledger.settle(id, bill.quota, record);
    this.#ended = true;
    this.#wakeWaiting();
  }

  /** Ends what was not charged: an answered call costs its prompt, another one nothing. */
  async close(): Promise<void> {
    if (this.#ended) return;
    if (this.#answer) return this.charge(promptBill(this.#hold), undefined);
    await this.#ctx.ledger.void(this.#hold.id);
    this.#wakeWaiting();
  }

  #wakeWaiting(): void {
    this.#ctx.moneyQueue.release(...payersOf({ owner: this.#owner }));
  }
}
