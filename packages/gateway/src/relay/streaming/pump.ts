import type { ServerResponse } from 'node:http';
import { noUsage, quotaOf } from '@tollgate/pricing';
import { callerLimits, upstreamLimits } from '../../core/limits.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { CallHold } from '../metering/bill.ts';
import { estimateTokens } from '../prompt/tokens.ts';
import type { UpstreamStream } from '../upstream/upstream.ts';
import type { SseHeartbeat } from './heartbeat.ts';
import type { LengthWatch } from './length-watch.ts';
import type { StreamReader } from './readers/reader.ts';

/** Raises the hold when this share of it is spent, by this many tokens. */
const SPENT_SHARE = 0.8;
const EXTENSION_TOKENS = 1000;
/**
 * Bytes per token while money is watched: below the average of any language, so that the hold is raised
 * early.
 */
const BYTES_PER_TOKEN = 3;
/** More bytes per token than any text has on average: an answer beyond ignores its limit. */
const MOST_BYTES_PER_TOKEN = 24;
const SPARE_BYTES = 4096;
/** The share of the hold that an exactly counted answer may use. */
const COUNTED_SHARE = 0.97;
const LEAST_STEP_BYTES = 512;
/** Close to the limit the relay reads this many bytes at a time: all that it reads reaches the caller. */
const SLICE_BYTES = 2048;

export interface PumpResult {
  error: unknown;
  /** The caller left before the end. */
  hasCallerLeft: boolean;
  /** The upstream was cancelled then. */
  isCancelled: boolean;
  /** The gateway caused the error: the upstream would have continued. */
  ours: boolean;
  /** The answer clearly exceeded its limit and was ended there. */
  isCut: boolean;
  /** The bytes that the reader held back until the end. */
  last: Buffer | string | undefined;
  /** The upstream's bytes after which the answer was cut. */
  cutAfter: Buffer | undefined;
}

export interface PumpedStream {
  readonly stream: UpstreamStream;
  readonly reader: StreamReader;
  readonly response: ServerResponse;
  readonly hold: CallHold;
  readonly heartbeat?: SseHeartbeat | undefined;
  readonly watch?: LengthWatch | undefined;
  /** Whether the upstream may be cancelled when the caller leaves. */
  mayCancel?(): boolean;
}

/** Moves one stream from the upstream through a reader to the caller. Watches both ends and the money. */
export class StreamPump {
  readonly #ctx: RelayContext;
  readonly #stream: UpstreamStream;
  readonly #response: ServerResponse;
  readonly #reader: StreamReader;
  readonly #hold: CallHold;
  readonly #heartbeat: SseHeartbeat | undefined;
  readonly #mayCancel: PumpedStream['mayCancel'];
  #isCallerGone = false;
  #isCancelled = false;
  #ended = false;
  #error: unknown;
  /** Limits the time until the upstream ends. */
  #timer: NodeJS.Timeout | undefined;
  /** Limits the time until the caller reads on. */
  #stall: NodeJS.Timeout | undefined;
  /** Bytes of text at which the next extension is due. */
  #nextExtension: number;
  readonly #watch: LengthWatch | undefined;
  /** While an answer is counted, arriving bytes wait. */
  #counting: Promise<void> | undefined;
  #unread: Buffer[] = [];
  #cutAfter: Buffer | undefined;
  /** More bytes of text than any answer within its limit has. */
  readonly #mostBytes: number;

  constructor(ctx: RelayContext, pumped: PumpedStream) {
    const { stream, reader, response, hold, heartbeat, watch } = pumped;
    this.#ctx = ctx;
    this.#stream = stream;
    this.#response = response;
    this.#reader = reader;
    this.#hold = hold;
    this.#heartbeat = heartbeat;
    this.#watch = watch;
    this.#mayCancel = pumped.mayCancel;
    this.#nextExtension = this.#affordableBytes();
    this.#mostBytes =
      hold.outputCap === undefined
        ? Number.POSITIVE_INFINITY
        : hold.outputCap * hold.choices * MOST_BYTES_PER_TOKEN + SPARE_BYTES;
  }

  run(): Promise<PumpResult> {
    this.#ctx.streams.add(this);
    this.#ctx.ledger.watchCost(this.#hold.id, () => this.#costSoFar());
    if (this.#response.destroyed) this.#leave();
    else this.#response.once('close', this.#leave);
    return this.#stream.read(this.#take).then((broken) => this.#afterCounting(broken));
  }

  /** Ends the stream when the gateway closes: the answer is what came so far. */
  stop(): void {
    this.#fail(new RelayError(503, 'restarting'));
  }

  /** The upstream may end during a count. */
  async #afterCounting(broken: Error | undefined): Promise<PumpResult> {
    while (this.#counting) await this.#counting;
    return this.#finish(broken);
  }

  #finish(broken: Error | undefined): PumpResult {
    this.#ended = true;
    this.#ctx.streams.delete(this);
    clearTimeout(this.#timer);
    clearTimeout(this.#stall);
    this.#response.off('close', this.#leave);
    if (this.#isCallerGone) this.#ctx.abandoned.count -= 1;
    const isCut = this.#cutAfter !== undefined && !this.#error;
    const error = this.#error ?? (this.#reader.closed || isCut ? undefined : broken);
    const last = error || isCut ? undefined : this.#end();
    const ours = this.#error !== undefined || broken instanceof RelayError;
    return {
      error: this.#error ?? error ?? this.#reader.fault,
      hasCallerLeft: this.#isCallerGone,
      isCancelled: this.#isCancelled,
      ours,
      isCut,
      last,
      cutAfter: this.#cutAfter,
    };
  }

  readonly #take = (bytes: Buffer): void => {
    let rest = bytes;
    while (rest.length > 0 && !this.#error && !this.#cutAfter) {
      if (this.#counting) {
        this.#unread.push(rest);
        return;
      }
      const isNear = this.#watch?.isNear(this.#reader.tally, rest.length) ?? false;
      const slice = isNear ? rest.subarray(0, SLICE_BYTES) : rest;
      rest = rest.subarray(slice.length);
      this.#read(slice);
      if (isNear && this.#watch?.isNear(this.#reader.tally, 0)) this.#count(this.#watch, slice);
    }
  };

  #count(watch: LengthWatch, read: Buffer): void {
    this.#stream.pause();
    this.#counting = watch.isTooLong(this.#reader.tally).then((isTooLong) => {
      this.#counting = undefined;
      if (isTooLong && !this.#reader.closed && !this.#reader.finished) this.#cut(read);
      const unread = this.#unread;
      this.#unread = [];
      for (const bytes of unread) this.#take(bytes);
      // A slow caller resumes the stream when its buffer has room.
      if (!this.#counting && (!this.#stall || this.#isCallerGone)) this.#stream.resume();
    });
  }

  #cut(after: Buffer): void {
    this.#cutAfter = after;
    this.#stream.abort();
  }

  #read(bytes: Buffer): void {
    let out: Buffer | string | undefined;
    try {
      out = this.#reader.feed(bytes);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (this.#reader.tally.watch?.found && this.#ctx.options.current.StopOnSensitiveEnabled) {
      this.#fail(new RelayError(400, 'sensitive_words_answer'));
      return;
    }
    const { fault } = this.#reader;
    if (!fault && this.#reader.tally.bytes > this.#mostBytes) this.#cut(bytes);
    if (this.#reader.tally.bytes > this.#nextExtension) void this.#extend();
    if (this.#reader.closed && !this.#stream.hasEnded) this.#expectEnd();
    if (fault) this.#fail(fault);
    if (out === undefined || this.#isCallerGone) return;
    this.#heartbeat?.touch(out);
    if (this.#response.write(out)) return;
    // Bytes sent before the pause still arrive; one timer is enough.
    if (this.#stall) return;
    this.#stream.pause();
    this.#stall = setTimeout(() => this.#response.destroy(), this.#ctx.stallMs);
    this.#response.once('drain', this.#resume);
  }

  /** Closes the connection soon, because nothing follows. */
  #expectEnd(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stream.abort(), upstreamLimits.endMs);
  }

  readonly #resume = (): void => {
    clearTimeout(this.#stall);
    this.#stall = undefined;
    if (!this.#counting) this.#stream.resume();
  };

  /**
   * Cancels the upstream of a caller who left, where that is known to stop the work. Otherwise reads on: the
   * upstream's work is paid, so its report is needed.
   */
  readonly #leave = (): void => {
    if (this.#isCallerGone || this.#ended) return;
    this.#isCallerGone = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#stall);
    this.#ctx.abandoned.count += 1;
    this.#isCancelled = !this.#reader.finished && this.#mayCancel?.() === true;
    if (this.#isCancelled || this.#ctx.abandoned.count > this.#ctx.abandoned.most) this.#stream.abort();
    else this.#timer = setTimeout(() => this.#stream.abort(), callerLimits.drainMs);
    this.#stream.resume();
  };

  #fail(error: unknown): void {
    this.#error = error;
    this.#stream.abort();
  }

  #end(): Buffer | string | undefined {
    try {
      return this.#reader.end();
    } catch (error) {
      this.#error = error;
      return undefined;
    }
  }

  /** The bytes that the hold covers. Unlimited for an answer with a limit, which is already paid. */
  #affordableBytes(): number {
    const { worstCost, amount, length, outputCap } = this.#hold;
    if (length === 'request' || length === 'none' || outputCap !== undefined) return Number.POSITIVE_INFINITY;
    const prompt = worstCost(0);
    const perToken = (worstCost(1000) - prompt) / 1000;
    if (perToken === 0) return Number.POSITIVE_INFINITY;
    const left = Math.max(0, amount - prompt);
    // A hold for a few tokens covers the whole answer, so a few words do not raise it.
    return Math.max(LEAST_STEP_BYTES, ((left * SPENT_SHARE) / perToken) * BYTES_PER_TOKEN);
  }

  /** Estimates the cost by length, like the charge of a call whose tokens cannot be counted. */
  #costSoFar(): number {
    const { price, promptTokens: input } = this.#hold;
    return quotaOf(price, { ...noUsage, input, output: estimateTokens(this.#reader.tally.bytes) });
  }

  /** Raises the hold while the answer continues beyond it. */
  async #extend(): Promise<void> {
    const { id, worstCost, outputTokens, promptHeld } = this.#hold;
    this.#nextExtension = Number.POSITIVE_INFINITY;
    const step = worstCost(outputTokens + EXTENSION_TOKENS) - worstCost(outputTokens);
    const used = Math.min(this.#hold.amount, this.#costSoFar());
    try {
      const tokens = promptHeld + outputTokens + EXTENSION_TOKENS;
      const outcome = await this.#ctx.ledger.extend(id, step, used, tokens);
      if (this.#ended) return;
      if (outcome !== 'ok') return await this.#resumeWithin();
      this.#hold.amount += step;
      this.#hold.outputTokens += EXTENSION_TOKENS;
      this.#nextExtension = this.#affordableBytes();
    } catch (error) {
      if (!this.#ended) this.#fail(error);
    }
  }

  /**
   * Continues without more money. Bytes are an estimate, so the answer ends only when its tokens have used
   * the hold.
   */
  async #resumeWithin(): Promise<void> {
    const { tally } = this.#reader;
    const { bytes } = tally;
    const counted = await this.#ctx.counter
      .count(this.#hold.model, [tally.text()])
      .catch(() => Number.POSITIVE_INFINITY);
    if (this.#ended) return;
    const tokens = Math.ceil((counted * bytes) / Math.max(1, tally.sampleBytes));
    const left = this.#hold.outputTokens * COUNTED_SHARE - tokens;
    if (left <= 0) this.#fail((await this.#hold.explainEnd?.()) ?? new RelayError(403, 'insufficient_quota'));
    else this.#nextExtension = bytes + Math.max(LEAST_STEP_BYTES, left * BYTES_PER_TOKEN);
  }
}
