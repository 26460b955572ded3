import { noUsage, type Price, quotaOf, type Usage } from '@tollgate/pricing';

/** Where the charged counts come from. `none`: nothing was answered, nothing is charged. */
export type Basis = 'upstream_usage' | 'counted' | 'estimated' | 'none';

/** What one call used and costs. */
export interface Bill {
  usage: Usage;
  basis: Basis;
  quota: number;
  /** The upstream reported numbers that cannot be; they were left aside. */
  suspect: boolean;
  /** The answer has a word in it that answers should not have. */
  sensitive?: boolean;
  /** When it is not the one of the hold. */
  price?: Price;
}

export const nothing: Bill = { usage: noUsage, basis: 'none', quota: 0, suspect: false };

/** Money set aside for one call, at prices that no later edit changes. */
export interface CallHold {
  readonly id: string;
  /** As the caller names it. */
  readonly model: string;
  readonly price: Price;
  /** Of a model that is paid by piece, but by tokens when the answer counts them. */
  readonly tokenPrice?: Price | undefined;
  readonly group: string;
  /** Quota units; grows while a long answer is written. */
  amount: number;
  /** Tokens of the prompt at most; exact when `promptCounted`. */
  readonly promptTokens: number;
  readonly promptCounted: boolean;
  /** Tokens of the prompt that `amount` covers: more than were counted, as vendors count a little differently. */
  readonly promptHeld: number;
  /** How far `promptHeld` bounds what the model reads. */
  readonly prompt: PromptSource;
  /** What bounds the answers. */
  readonly length: LengthSource;
  /** Tokens of all answers together that `amount` covers; grows with it. */
  outputTokens: number;
  /** The limit of one answer that the upstream was given because less than its maximum is held. */
  outputCap?: number | undefined;
  /** How many answers share `outputTokens`. */
  readonly choices: number;
  /** Whether the call gets a row in the usage log; it is charged and counted in any case. */
  readonly logged: boolean;
}

/**
 * What a prompt is bounded by.
 *
 * - `shown`: the request. It shows all that the model reads.
 * - `whole`: what the request stands for, at most: the context window of the model, or the largest pictures.
 * - `open`: the request, although it stands for more. The balance does not cover that, and no other call of the payer
 *   runs.
 */
export type PromptSource = 'shown' | 'whole' | 'open';

/**
 * What bounds the length of an answer.
 *
 * - `request`: the caller's own limit.
 * - `balance`: less than the model's maximum is held, so the upstream is given a limit.
 * - `model`: the model's documented or assumed maximum is held; nobody is told.
 * - `none`: the answer is no text, or its length does not change the price.
 */
export type LengthSource = 'request' | 'balance' | 'model' | 'none';

/** What is charged when an upstream has worked and nothing else is known: the prompt as it was admitted. */
export function promptBill({ price, promptTokens }: CallHold): Bill {
  const usage = { ...noUsage, input: promptTokens };
  return { usage, basis: 'estimated', quota: quotaOf(price, usage), suspect: false };
}
