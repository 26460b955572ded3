import { noUsage, type Price, quotaOf, type Usage } from '@tollgate/pricing';
import type { CostedCall } from '../../modules/models/channel-cost.ts';
import type { RecordedSeconds } from '../dialects/measure.ts';
import type { RelayError } from '../errors.ts';
import type { HeldKinds, WorstCost } from './worst-case.ts';

/** The source of the charged counts. `none`: there was no answer, so there is no charge. */
export type Basis = 'upstream_usage' | 'counted' | 'estimated' | 'none';

/** What one call used and costs. */
export interface Bill {
  usage: Usage;
  basis: Basis;
  quota: number;
  /** The upstream reported impossible numbers, which were ignored. */
  suspect: boolean;
  /** The answer contains a forbidden word. */
  sensitive?: boolean;
  /** The price, when it differs from that of the hold. */
  price?: Price;
}

export const NO_CHARGE: Bill = { usage: noUsage, basis: 'none', quota: 0, suspect: false };

/** `undefined` when the channel has no cost for the model. */
export type FindCost = (call: CostedCall) => Price | undefined;

/** Money held for one call, at prices that later edits do not change. */
export interface CallHold {
  readonly id: string;
  /** The caller's name of the model. */
  readonly model: string;
  readonly price: Price;
  /** The price by tokens, for models paid by piece unless the response counts tokens. */
  readonly tokenPrice?: Price | undefined;
  readonly group: string;
  /** Quota units; grows during a long answer. */
  amount: number;
  /** The most tokens of the prompt; exact when `promptCounted`. */
  readonly promptTokens: number;
  /** Number of pieces, for calls that charge pieces. */
  readonly pieces?: number | undefined;
  /** Length of the recording, for calls that may be paid by the second. */
  readonly seconds?: RecordedSeconds | undefined;
  readonly promptCounted: boolean;
  /** Prompt tokens that `amount` covers: more than counted, because vendors count slightly differently. */
  readonly promptHeld: number;
  /** What `amount` covers besides tokens of the standard tier. */
  readonly kinds: HeldKinds;
  /** The most that the call can cost with this many answer tokens. */
  readonly worstCost: WorstCost;
  /** How far `promptHeld` bounds what the model reads. */
  readonly prompt: PromptSource;
  /** What bounds the answers. */
  readonly length: LengthSource;
  /** Tokens of all answers together that `amount` covers; grows with it. */
  outputTokens: number;
  /** The limit of one answer that the upstream got, because less than its maximum is held. */
  outputCap?: number | undefined;
  /** How many answers share `outputTokens`. */
  readonly choices: number;
  /** What the call costs the operator at a channel, by the costs of the moment of the hold. */
  readonly findCost?: FindCost;
  /** Whether the usage log gets a row. The call is charged and counted in any case. */
  readonly logged: boolean;
  /** Explains why the hold cannot grow. Absent: the money does not suffice. */
  readonly explainEnd?: () => Promise<RelayError>;
}

/**
 * What bounds a prompt.
 *
 * - `shown`: the request. It contains all that the model reads.
 * - `whole`: the most that the request can refer to: the context window of the model, or the largest
 *   pictures.
 * - `open`: the request, although it refers to more. The balance does not cover more, and no other call of
 *   the payer runs.
 */
export type PromptSource = 'shown' | 'whole' | 'open';

/**
 * What bounds the length of an answer.
 *
 * - `request`: the caller's own limit.
 * - `balance`: less than the model's maximum is held, so the upstream gets a limit.
 * - `model`: the model's documented or assumed maximum is held; the upstream gets no limit.
 * - `none`: the answer is not text, or its length does not change the price.
 */
export type LengthSource = 'request' | 'balance' | 'model' | 'none';

/** Returns the bill when the upstream has worked and no usage is available: the prompt as admitted. */
export function promptBill(hold: CallHold): Bill {
  const usage = { ...noUsage, input: admittedInput(hold), seconds: hold.seconds?.stated ?? 0 };
  return { usage, basis: 'estimated', quota: quotaOf(hold.price, usage), suspect: false };
}

/**
 * Returns the input of a call whose provider reports none, as log rows show it: prompt tokens, or the number
 * of pieces for calls that charge pieces. Log rows of new-api have the same.
 */
export function admittedInput({ promptTokens, pieces = promptTokens }: CallHold): number {
  return pieces;
}
