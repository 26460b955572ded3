import type { CallHold } from './bill.ts';
import type { RelayContext } from './context.ts';
import type { Asked } from './dialects/dialect.ts';
import type { TextTally } from './tally.ts';
import { countedBound } from './usage-bounds.ts';

/** For what is no text: roles, names of tools. */
const SPARE_TOKENS = 64;
/** More than text has on average, so that an answer within its limit is hardly ever counted. */
const BYTES_PER_TOKEN = 4;
const LEAST_STEP_BYTES = 512;

/**
 * Watches a stream whose answer has a limit. Bytes say when to count, tokens decide. Thoughts are left out: some vendors
 * do not count them in the limit.
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

  /** Returns `undefined` when nothing limits the answer, or when more than the answer is written. */
  static create({ counter }: RelayContext, hold: CallHold, asked: Asked): LengthWatch | undefined {
    const limit = limitOf(hold);
    const { echo, context_management: compaction } = asked.json;
    if (limit === undefined || echo === true || compaction !== undefined) return undefined;
    return new LengthWatch(counter, hold.model, countedBound(asked, limit) + SPARE_TOKENS * hold.choices);
  }

  /** Whether so many more bytes may bring the answer to where it has to be counted. */
  isNear(tally: TextTally, moreBytes: number): boolean {
    return tally.bytes - tally.thoughtBytes + moreBytes > this.#nextBytes;
  }

  /** Whether the answer is clearly longer than its limit. Without a counter it is not: that is no fault of the answer. */
  async isTooLong(tally: TextTally): Promise<boolean> {
    const bytes = tally.bytes - tally.thoughtBytes;
    const all = await this.#counter.count(this.#model, [tally.text()]).catch(() => 0);
    const tokens = (all * bytes) / Math.max(1, tally.keptBytes);
    this.#nextBytes = bytes + Math.max(LEAST_STEP_BYTES, (this.#mostTokens - tokens) * BYTES_PER_TOKEN);
    return tokens > this.#mostTokens;
  }
}

/** Tokens of all answers together that the upstream was allowed to write. */
function limitOf({ length, outputCap, outputTokens, choices }: CallHold): number | undefined {
  if (outputCap !== undefined) return outputCap * choices;
  return length === 'request' ? outputTokens : undefined;
}
