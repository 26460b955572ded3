import type { Usage } from '@tollgate/pricing';
import type { TextTally } from '../tally.ts';

/** Takes one streamed answer in, piece by piece, and gives out what the caller gets. */
export interface StreamReader {
  /** What the upstream reported so far; later reports replace earlier ones. */
  readonly usage: Partial<Usage>;
  readonly tally: TextTally;
  /** The upstream said that nothing follows. What it said is given out by `end`, when the money is settled. */
  readonly closed: boolean;
  /** The model came to its end: there was a reason for it. */
  readonly finished: boolean;
  /** The caller was told of an error of the upstream in the stream. */
  readonly failed: boolean;
  /** @throws when the upstream breaks its format. */
  feed(bytes: Buffer): Buffer | string | undefined;
  /** What is left when the upstream came to a clean end. */
  end(): Buffer | string | undefined;
}
