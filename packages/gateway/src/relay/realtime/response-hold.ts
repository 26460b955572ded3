import { noUsage, quotaOf, type Usage } from '@tollgate/pricing';
import { findFunds } from '../../modules/tokens/repository/relay-tokens.ts';
import type { Call } from '../call.ts';
import type { RelayContext } from '../context.ts';
import type { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { explainEnd } from '../limits/full-refusal.ts';
import type { CallHold } from '../metering/bill.ts';
import { TextTally } from '../metering/tally.ts';
import { payersOf } from '../money/take-money.ts';
import { meter } from '../steps/meter.ts';
import { type Settlement, settle } from '../steps/settle.ts';
import type { UpstreamSession } from './dial.ts';
import type { ResponseFailure } from './response-failure.ts';
import {
  affordableAnswer,
  type CheckedReport,
  checkReport,
  cutToAmount,
  type ResponseSize,
  worstCostOf,
} from './response-size.ts';

/** Raises the hold when the answer has used this share of it. */
const USED_SHARE = 0.8;
/** Tokens by which the hold is raised. */
const EXTENSION_TOKENS = 500;
/**
 * Tokens that a response gets while other calls of the payer hold money, if available: 50 seconds of speech.
 */
export const COMFORTABLE_TOKENS = 1_000;

/** The money of one response, from before it begins until it is charged once or released. */
export class ResponseHold {
  readonly #ctx: RelayContext;
  readonly #call: Call;
  readonly #hold: CallHold;
  readonly #exchange: { -readonly [K in keyof Exchange]: Exchange[K] };
  readonly #ending: Settlement;
  #size: ResponseSize;
  #line: UpstreamSession | undefined;
  #spent = 0;
  #growth: Promise<void> | undefined;
  #isRefused = false;
  #isEnded = false;

  constructor(ctx: RelayContext, call: Call, hold: CallHold, size: ResponseSize) {
    this.#ctx = ctx;
    this.#call = call;
    this.#exchange = { ...call.exchange };
    this.#hold = hold;
    this.#size = size;
    this.#ending = settle(ctx, { ...call, exchange: this.#exchange, hold });
  }

  get size(): ResponseSize {
    return this.#size;
  }

  /** The limit of the answer in tokens, when less than its longest is held. */
  get limit(): number | undefined {
    const { price, amount } = this.#hold;
    return worstCostOf(price, this.#size) <= amount ? undefined : affordableAnswer(price, this.#size, amount);
  }

  /** Whether the hold covers this many answer tokens. */
  covers(size: ResponseSize, output: number): boolean {
    return worstCostOf(this.#hold.price, size, output) <= this.#hold.amount;
  }

  /** Records the limit that the upstream got: a report above it is ignored. */
  limitTo(output: number): void {
    this.#size = { ...this.#size, output };
  }

  /** Marks the request as sent: from here on a crash charges the response. @throws {LedgerUnavailable} */
  dispatch(line: UpstreamSession): void {
    this.#line = line;
    this.#ctx.ledger.dispatch(this.#hold.id, line.channel.id);
    this.#ctx.ledger.watchCost(this.#hold.id, () => this.#spent);
  }

  /** Marks the response as begun: it costs at least its prompt. */
  begin(line: UpstreamSession): void {
    if (this.#line === undefined) this.dispatch(line);
    this.#exchange.startedAt = this.#ctx.now();
    const { channel, prepared, triedIds } = line;
    const content = { kind: 'whole' as const, body: Buffer.alloc(0), json: {}, contentType: '' };
    this.#ending.markAnswered({ channel, prepared, triedIds, startedAt: this.#exchange.startedAt, content });
  }

  /** Holds at least `amount`. Returns whether the balance covers it. */
  async raiseTo(amount: number): Promise<boolean> {
    const { price } = this.#hold;
    if (price.kind !== 'tokens' || amount <= this.#hold.amount) return true;
    return this.#extend(amount - this.#hold.amount);
  }

  /**
   * Holds as much of the cost of `size` as may be granted: all of it when that is at most half of the free
   * balance. Otherwise most of the free balance when no other call of the payer holds money, else a part of
   * it.
   */
  fit(size: ResponseSize): Promise<void> {
    this.#size = size;
    this.#growth = this.#fit(size).finally(() => {
      this.#growth = undefined;
    });
    return this.#growth;
  }

  async #fit(size: ResponseSize): Promise<void> {
    const { price } = this.#hold;
    const missing = worstCostOf(price, size) - this.#hold.amount;
    if (price.kind !== 'tokens' || missing <= 0) return;
    const comfortable =
      worstCostOf(price, size, Math.min(size.output, COMFORTABLE_TOKENS)) - this.#hold.amount;
    const { free, isAlone } = await this.#findFree();
    const share = isAlone ? free - Math.floor(free / 16) : Math.max(Math.floor(free / 4), comfortable);
    let step = missing <= free / 2 ? missing : Math.min(missing, share, free);
    // Other calls may have taken some of it meanwhile.
    for (let tries = 0; tries < 3 && step > 0; tries += 1) {
      if (await this.#extend(step)) return;
      step = Math.floor(step / 2);
    }
  }

  /**
   * Tracks the cost of the response and raises the hold in time. Calls `onExhausted` when the answer has used
   * the whole hold and no more is granted.
   */
  watch(used: Usage, onExhausted: () => void): void {
    const { price } = this.#hold;
    this.#spent = quotaOf(price, used);
    if (price.kind !== 'tokens' || this.#growth) return;
    const { output, audioOutput } = used;
    const answer = quotaOf(price, { ...noUsage, output, audioOutput });
    const room = Math.max(0, this.#hold.amount - worstCostOf(price, this.#size, 0));
    if (answer < room * USED_SHARE) return;
    if (this.#isRefused) {
      if (answer >= room) onExhausted();
      return;
    }
    const step = worstCostOf(price, { ...this.#size, context: { text: 0, audio: 0 } }, EXTENSION_TOKENS);
    this.#growth = this.#extend(Math.max(step, answer - room + step)).then((isGranted) => {
      this.#growth = undefined;
      this.#isRefused = !isGranted;
      if (this.#isRefused && !this.#isEnded && answer >= room) onExhausted();
    });
  }

  /** Returns a report without impossible numbers. */
  check(report: Partial<Usage>, estimate: Usage): CheckedReport {
    return checkReport(report, this.#size, estimate);
  }

  /**
   * Charges the response: its report if possible, else the estimate. Never more than the hold and what the
   * balance adds to it. `failure`: the error that ended it.
   */
  async charge(
    report: Partial<Usage> | undefined,
    estimate: Usage,
    failure?: ResponseFailure,
  ): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    await this.#growth;
    const hold = this.#hold;
    const { usage, isSuspect } = this.check(report ?? estimate, estimate);
    const measured = { usage, tally: () => new TextTally(), complete: true, abandoned: false };
    let bill = await meter(this.#ctx, { hold, relayRequest: this.#call.relayRequest }, measured);
    if (report === undefined) bill = { ...bill, basis: 'estimated' };
    if (isSuspect) bill = { ...bill, basis: 'estimated', suspect: true };
    if (bill.quota > hold.amount && !(await this.#extend(bill.quota - hold.amount))) {
      const covered = cutToAmount(hold.price, bill.usage, hold.amount);
      const quota = quotaOf(hold.price, covered);
      bill = { ...bill, usage: covered, quota, basis: 'estimated', suspect: report !== undefined };
    }
    await this.#ending.charge(bill, { failure: await failure });
  }

  /** Ends a response that began and did nothing. It has a row and costs nothing. */
  async chargeNothing(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    await this.#growth;
    const measured = { usage: noUsage, tally: () => new TextTally(), complete: true, abandoned: false };
    const bill = await meter(
      this.#ctx,
      { hold: this.#hold, relayRequest: this.#call.relayRequest },
      measured,
    );
    await this.#ending.charge({ ...bill, usage: noUsage, quota: 0, basis: 'estimated' });
  }

  /** Ends a hold that no response used. One that an upstream began to work on costs its prompt. */
  async release(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    await this.#growth;
    await this.#ending.close();
  }

  /** Explains why the hold cannot grow. */
  explainEnd(): Promise<RelayError> {
    return explainEnd(this.#ctx, this.#call, this.#hold.id);
  }

  async #extend(step: number): Promise<boolean> {
    const { id, amount } = this.#hold;
    const outcome = await this.#ctx.ledger.extend(id, step, Math.min(amount, this.#spent)).catch((error) => {
      this.#ctx.log.warn({ err: error, requestId: id }, 'a hold could not be raised');
      return 'unknown' as const;
    });
    if (outcome === 'ok') this.#hold.amount += step;
    return outcome === 'ok';
  }

  /** The free balance of the poorer payer, and whether this hold is the only one. */
  async #findFree(): Promise<{ free: number; isAlone: boolean }> {
    const payers = payersOf(this.#call.caller);
    const funds = await Promise.all(
      payers.map(({ ownerType, ownerId }) => findFunds(this.#ctx.db, ownerType, ownerId)),
    );
    const free = Math.min(...funds.map(({ total, held }) => Math.max(0, total - held)));
    return { free, isAlone: funds.every(({ calls }) => calls <= 1) };
  }
}
