import { createRequestId } from '../../http/request-id.ts';
import type { Call } from '../call.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import { fullRefusal } from '../limits/full-refusal.ts';
import type { CallHold } from '../metering/bill.ts';
import { takeMoney } from '../money/take-money.ts';
import { reserve } from '../steps/reserve.ts';
import { COMFORTABLE_TOKENS, ResponseHold } from './response-hold.ts';
import { promptTokensOf, type ResponseSize, worstCostOf } from './response-size.ts';

/**
 * The money of one session. Each response has its own hold. One small hold is taken ahead, because a provider
 * with speech detection begins responses by itself. It covers the prompt and a short answer.
 */
export class SessionBilling {
  readonly #ctx: RelayContext;
  readonly #call: Call;
  #spare: ResponseHold | undefined;
  #preparation: Promise<void> | undefined;
  /** Prices and group of the latest hold. */
  #template: CallHold | undefined;
  #count = 0;

  constructor(ctx: RelayContext, call: Call) {
    this.#ctx = ctx;
    this.#call = call;
  }

  /**
   * Takes the hold of the next response ahead, unless there is one. Waits some seconds for money held by
   * other calls.
   *
   * @throws {RelayError} when the next response cannot be paid
   */
  prepare(size: ResponseSize): Promise<void> {
    if (this.#spare) return Promise.resolve();
    this.#preparation ??= this.#prepare(size).finally(() => {
      this.#preparation = undefined;
    });
    return this.#preparation;
  }

  async #prepare(size: ResponseSize): Promise<void> {
    const call = this.#nextCall();
    const { relayRequest } = call;
    const measure = { ...relayRequest.measure, promptTokens: promptTokensOf(size), isEstimate: true };
    const measured = { ...call, relayRequest: { ...relayRequest, measure } };
    const template = await reserve(this.#ctx, measured, 'realtime');
    this.#template = { ...template };
    const hold = new ResponseHold(this.#ctx, call, template, size);
    if (await hold.raiseTo(worstCostOf(template.price, size, this.#leastAnswer(size)))) {
      this.#spare = hold;
      return;
    }
    await hold.release();
    throw new RelayError(403, 'insufficient_quota', {}, { text: 'response_unpaid' });
  }

  /**
   * Takes the hold of a response that begins, at once or not at all. A hold below the longest answer sets a
   * limit. `hasBegun`: the provider already works on it, so the hold taken ahead is used in any case.
   *
   * @throws {RelayError} 403 `insufficient_quota`, 503 when the ledger cannot decide now
   */
  async take(size: ResponseSize, hasBegun: boolean): Promise<ResponseHold> {
    const spare = this.#spare;
    if (!spare) return this.#takeNew(size);
    this.#spare = undefined;
    await spare.fit(size);
    if (hasBegun || spare.covers(size, this.#leastAnswer(size))) return spare;
    await spare.release();
    return this.#takeNew(size);
  }

  async #takeNew(size: ResponseSize): Promise<ResponseHold> {
    const template = this.#template;
    if (!template) throw new Error('a session begins with a hold');
    const call = this.#nextCall();
    const { price } = template;
    const promptTokens = promptTokensOf(size);
    const amount = worstCostOf(price, size);
    const { requestId: id } = call.exchange;
    const worstCost = (output: number) => worstCostOf(price, size, output);
    const hold = { ...template, id, amount, promptTokens, promptHeld: promptTokens, worstCost };
    const least = worstCost(this.#leastAnswer(size));
    const comfortable = worstCost(Math.min(size.output, COMFORTABLE_TOKENS));
    const grant = await takeMoney(this.#ctx, call, { hold, least, comfortable }, false);
    if (grant.full) throw await fullRefusal(this.#ctx, call, grant.full);
    if (grant.outcome !== 'ok')
      throw new RelayError(403, 'insufficient_quota', {}, { text: 'response_unpaid' });
    return new ResponseHold(this.#ctx, call, { ...hold, amount: grant.amount }, size);
  }

  /** Releases the hold of the response that did not come. */
  async close(): Promise<void> {
    await this.#preparation?.catch(() => {});
    const spare = this.#spare;
    this.#spare = undefined;
    await spare?.release();
  }

  /** The fewest answer tokens with which a response begins. */
  #leastAnswer({ output }: ResponseSize): number {
    return Math.min(output, Math.max(1, this.#ctx.options.current.PreConsumedQuota));
  }

  /** Each response has its own request id; the first uses that of the session. */
  #nextCall(): Call {
    const { exchange } = this.#call;
    const requestId = this.#count === 0 ? exchange.requestId : createRequestId(this.#ctx.now());
    this.#count += 1;
    return { ...this.#call, exchange: { ...exchange, requestId, startedAt: this.#ctx.now() } };
  }
}
