import type { TokenOwner } from '../access/token-cache.ts';
import type { RelayContext } from '../context.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { Exchange } from '../exchange.ts';
import { type Bill, type CallHold, promptBill } from '../metering/bill.ts';
import { toUsageRecord } from '../metering/usage-log.ts';
import { payersOf } from '../money/take-money.ts';
import type { Answer } from '../streaming/answer.ts';

export function settle(
  ctx: RelayContext,
  exchange: Exchange,
  owner: TokenOwner,
  relayRequest: RelayRequest,
  hold: CallHold,
): Settlement {
  return new Settlement(ctx, exchange, owner, relayRequest, hold);
}

/** Settles the money of one call: charges it once or releases it. Waiting calls then retry. */
export class Settlement {
  readonly #ctx: RelayContext;
  readonly #exchange: Exchange;
  readonly #owner: TokenOwner;
  readonly #relayRequest: RelayRequest;
  readonly #hold: CallHold;
  #answer: Answer | undefined;
  #ended = false;

  constructor(
    ctx: RelayContext,
    exchange: Exchange,
    owner: TokenOwner,
    relayRequest: RelayRequest,
    hold: CallHold,
  ) {
    this.#ctx = ctx;
    this.#exchange = exchange;
    this.#owner = owner;
    this.#relayRequest = relayRequest;
    this.#hold = hold;
  }

  /** Marks the call as answered: from here on it costs something, whatever happens. */
  markAnswered(answer: Answer): void {
    this.#answer = answer;
  }

  /** Resolves when the charge is durable. */
  async charge(bill: Bill, firstByteAt: number | undefined): Promise<void> {
    if (!this.#answer) throw new Error('nothing was answered');
    const { channel, prepared, triedIds } = this.#answer;
    const { id } = this.#hold;
    const record = toUsageRecord(this.#exchange, this.#owner, this.#relayRequest, this.#hold, bill, {
      triedIds,
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

  /** Ends an uncharged call: an answered one costs its prompt, another one nothing. */
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
