import type { RelayContext } from '../context.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { CallHold } from '../metering/bill.ts';
import type { TextTally } from '../metering/tally.ts';
import { countedBound } from '../metering/usage-bounds.ts';

/** Tokens for content other than text: roles, names of tools. */
const SPARE_TOKENS = 64;
/** More bytes than a token has on average, so that an answer within its limit is rarely counted. */
const BYTES_PER_TOKEN = 4;
const LEAST_STEP_BYTES = 512;

/**
 * Watches a stream whose answer has a limit. The bytes decide when to count, the tokens whether to cut.
 * Excludes reasoning, which some vendors do not count in the limit.
 */
export class LengthWatch {
  readonly #counter: RelayContext['counter'];
  readonly #model: string;
  readonly #mostTokens: number;
  #nextBytes: number;

  private constructor(counter: RelayContext['counter'], model: string, mostTokens: number) {
    this.#counter = counter;
    this.#model = model;
    this.#mostTokens = mostTokens;
    this.#nextBytes = mostTokens * BYTES_PER_TOKEN;
  }

  /**
   * Returns `undefined` when the answer has no limit, or when the output has more than the answer (echo,
   * compaction).
   */
  static create(
    { counter }: RelayContext,
    hold: CallHold,
    relayRequest: RelayRequest,
  ): LengthWatch | undefined {
    const limit = limitOf(hold);
    const { echo, context_management: compaction } = relayRequest.json;
    if (limit === undefined || echo === true || compaction !== undefined) return undefined;
    return new LengthWatch(
      counter,
      hold.model,
      countedBound(relayRequest, limit) + SPARE_TOKENS * hold.choices,
    );
  }

  /** Whether this many more bytes may require a count. */
  isNear(tally: TextTally, moreBytes: number): boolean {
    return tally.bytes - tally.thoughtBytes + moreBytes > this.#nextBytes;
  }

  /**
   * Whether the answer clearly exceeds its limit. False when the counter fails, which is no fault of the
   * answer.
   */
  async isTooLong(tally: TextTally): Promise<boolean> {
    const bytes = tally.bytes - tally.thoughtBytes;
    const all = await this.#counter.count(this.#model, [tally.text()]).catch(() => 0);
    const tokens = (all * bytes) / Math.max(1, tally.sampleBytes);
    this.#nextBytes = bytes + Math.max(LEAST_STEP_BYTES, (this.#mostTokens - tokens) * BYTES_PER_TOKEN);
    return tokens > this.#mostTokens;
  }
}

/** Tokens of all answers together that the upstream was allowed to write. */
function limitOf({ length, outputCap, outputTokens, choices }: CallHold): number | undefined {
  if (outputCap !== undefined) return outputCap * choices;
  return length === 'request' ? outputTokens : undefined;
}
