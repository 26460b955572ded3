import type { UsageRecord } from '../../ledger/index.ts';
import type { RelayContext } from '../context.ts';
import { type Bill, promptBill } from '../metering/bill.ts';
import { type LoggedCall, toUsageRecord } from '../metering/usage-log.ts';
import { payersOf } from '../money/take-money.ts';
import type { Answer } from '../streaming/answer.ts';

export function settle(ctx: RelayContext, call: LoggedCall): Settlement {
  return new Settlement(ctx, call);
}

/** How an answer ended. */
interface EndedStream {
  readonly firstByteAt?: number | undefined;
  readonly cancelled?: boolean | undefined;
  readonly failure?: unknown;
}

/** Settles the money of one call: charges it once or releases it. Waiting calls then retry. */
export class Settlement {
  readonly #ctx: RelayContext;
  #call: LoggedCall;
  #answer: Answer | undefined;
  /** Whether the money of the call is settled. */
  isOver = false;

  constructor(ctx: RelayContext, call: LoggedCall) {
    this.#ctx = ctx;
    this.#call = call;
  }

  /**
   * Marks the call as answered: from here on it costs something, whatever happens. `call`: the call at the
   * model that answers.
   */
  markAnswered(answer: Answer, call = this.#call): void {
    this.#answer = answer;
    this.#call = call;
  }

  get isAnswered(): boolean {
    return this.#answer !== undefined;
  }

  /** Resolves when the charge is durable. */
  async charge(bill: Bill, { firstByteAt, cancelled, failure }: EndedStream = {}): Promise<void> {
    if (!this.#answer) throw new Error('nothing was answered');
    const { channel, prepared, triedIds, affinity } = this.#answer;
    const { exchange, hold } = this.#call;
    const { id } = hold;
    const record = toUsageRecord(this.#call, bill, {
      triedIds,
      affinity,
      channelId: channel.id,
      upstreamModel: prepared.upstreamModel,
      firstByteAt,
      cancelled,
      failure,
      endedAt: this.#ctx.now(),
      claude: prepared.operation.native === 'anthropic-messages',
    });
    if (failure !== undefined) exchange.failedStatus = record.status;
    if (bill.basis === 'none') await this.#ctx.ledger.void(id, record);
    else await this.#ctx.ledger.settle(id, bill.quota, record);
    this.isOver = true;
    this.#count(bill, record, firstByteAt);
    this.#wakeWaiting();
  }

  /** Leaves the hold to the code that learns the end of the answer. */
  handOver(): void {
    this.isOver = true;
  }

  /** Ends an uncharged call: an answered one costs its prompt, another one nothing. */
  async close(): Promise<void> {
    if (this.isOver) return;
    if (this.#answer) return this.charge(promptBill(this.#call.hold));
    await this.#ctx.ledger.void(this.#call.hold.id);
    this.#wakeWaiting();
  }

  #count({ usage }: Bill, record: UsageRecord, firstByteAt: number | undefined): void {
    this.#ctx.metrics.charged(record.model_name ?? '', {
      input: usage.input,
      output: usage.output,
      cached: usage.cachedInput,
      quota: record.quota ?? 0,
      firstTokenMs: firstByteAt === undefined ? undefined : firstByteAt - this.#call.exchange.startedAt,
    });
  }

  #wakeWaiting(): void {
    this.#ctx.moneyQueue.release(...payersOf(this.#call.caller));
  }
}
