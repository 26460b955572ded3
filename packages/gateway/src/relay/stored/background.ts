import type { DialectCall, HeldCall } from '../call.ts';
import type { TextTally } from '../metering/tally.ts';
import type { Answer } from '../streaming/answer.ts';

/**
 * Responses that their providers work on after the call ended. Each keeps its hold until its provider has finished,
 * whether or not the caller returns. A gateway that ends leaves its rows to the others.
 */
export interface Background {
  /** Takes over the hold of a call whose response is still in progress. */
  follow(call: DialectCall & HeldCall, answer: Answer, responseId: string): Promise<void>;
  /** Watches what a stream of the response sends, in case its provider does not report it. */
  watchSent(userId: number, responseId: string, sent: TextTally): void;
  /** Looks at a response now, because it seems to have ended. Resolves when that is done. */
  look(userId: number, responseId: string): Promise<void>;
  /** Whether a response is not charged yet, by any gateway. */
  isPending(userId: number, responseId: string): Promise<boolean>;
  /** Takes over the responses of gateways that ended. Call it before the first call, which could spend their money. */
  takeOver(): Promise<void>;
  /** Leaves everything to other gateways, or to the next start. */
  close(): Promise<void>;
}
