import type { Usage } from '../../core/chat.ts';
import { createRequestId } from '../../http/request-id.ts';
import { quotaOf, worstQuota } from '../../services/pricing.ts';
import type { CallHold } from '../bill.ts';
import type { RelayCaller } from '../caller.ts';
import type { RelayContext } from '../context.ts';
import type { Asked } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { meter } from '../steps/meter.ts';
import { reserve } from '../steps/reserve.ts';
import { type Ending, settle } from '../steps/settle.ts';
import { TextTally } from '../tally.ts';
import type { Line } from './dial.ts';

export interface Payer {
  exchange: Exchange;
  caller: RelayCaller;
  group: string;
  asked: Asked;
}

/** The money of one response: set aside before it begins, so that it is known by then whether it can be paid. */
interface Turn {
  hold: CallHold;
  ending: Ending;
  exchange: { -readonly [K in keyof Exchange]: Exchange[K] };
  begun: boolean;
  /** What the response has cost so far, by its length; quota units. */
  spent: number;
}

/** More is asked for when this share of a hold is spent, for so many tokens of sound. */
const SPENT_SHARE = 0.8;
const EXTENSION_TOKENS = 500;

/** The money of one session: a hold for the response that is under way or next; each response is charged at its end. */
export class Purse {
  readonly #ctx: RelayContext;
  readonly #payer: Payer;
  #turn: Turn | undefined;
  #turns = 0;
  #growing = false;

  constructor(ctx: RelayContext, payer: Payer) {
    this.#ctx = ctx;
    this.#payer = payer;
  }

  /** @throws {RelayError} when the next response cannot be paid */
  async fill(): Promise<void> {
    const { exchange: session, caller, group, asked } = this.#payer;
    const requestId = this.#turns === 0 ? session.requestId : createRequestId(this.#ctx.now());
    const exchange = { ...session, requestId, startedAt: this.#ctx.now() };
    const hold = await reserve(this.#ctx, exchange, caller, group, asked, 'realtime');
    this.#turns += 1;
    const ending = settle(this.#ctx, exchange, caller.owner, asked, hold);
    this.#turn = { hold, ending, exchange, begun: false, spent: 0 };
  }

  /** A response is being written: from here on it costs something, whatever becomes of it. */
  begin({ channel, prepared, tried }: Line): void {
    const turn = this.#turn;
    if (!turn || turn.begun) return;
    turn.begun = true;
    turn.exchange.startedAt = this.#ctx.now();
    this.#ctx.ledger.dispatch(turn.hold.id, channel.id);
    this.#ctx.ledger.watchCost(turn.hold.id, () => turn.spent);
    const content = { kind: 'whole' as const, body: Buffer.alloc(0), json: {}, contentType: '' };
    turn.ending.answered({ channel, prepared, tried, content });
  }

  /** Asks for more when what was said so far has nearly used up the hold. @throws {RelayError} 403 */
  async grow(used: Usage): Promise<void> {
    const turn = this.#turn;
    if (!turn) return;
    const { hold } = turn;
    const spent = quotaOf(hold.price, used);
    turn.spent = spent;
    if (this.#growing) return;
    if (hold.price.modelPrice >= 0 || spent < hold.amount * SPENT_SHARE) return;
    const step = worstQuota(hold.price, 0, EXTENSION_TOKENS, { input: 0, output: EXTENSION_TOKENS });
    const wanted = Math.max(step, spent - hold.amount + step);
    this.#growing = true;
    try {
      const outcome = await this.#ctx.ledger.extend(hold.id, wanted, Math.min(hold.amount, spent));
      if (outcome !== 'ok') throw new RelayError(403, 'insufficient_quota');
      hold.amount += wanted;
    } finally {
      this.#growing = false;
    }
  }

  /** Charges the response that ended. `isReported`: the counts are the upstream's. */
  async charge(usage: Partial<Usage>, isReported: boolean): Promise<void> {
    const turn = this.#turn;
    if (!turn) return;
    this.#turn = undefined;
    const { hold, ending } = turn;
    const measured = { usage, tally: () => new TextTally(), complete: true, abandoned: false };
    const bill = await meter(this.#ctx, hold, this.#payer.asked, measured);
    await ending.charge(isReported ? bill : { ...bill, basis: 'estimated' }, undefined);
  }

  /** Gives back what no response used. */
  async close(): Promise<void> {
    const turn = this.#turn;
    this.#turn = undefined;
    await turn?.ending.close();
  }
}
