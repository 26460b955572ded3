import type { Usage } from '@tollgate/pricing';
import type { ErrorPart } from '../../../core/chat.ts';
import type { TextTally } from '../../metering/tally.ts';

/** The ids of what a provider made that later calls can refer to. */
export interface MadeIds {
  readonly references?: readonly string[] | undefined;
  /** Of single items and files. */
  readonly items?: readonly string[] | undefined;
}

/** Reads one streamed response piece by piece and returns the bytes for the caller. */
export interface StreamReader extends MadeIds {
  /** The usage reported so far; later reports replace earlier ones. */
  readonly usage: Partial<Usage>;
  readonly tally: TextTally;
  /** The upstream sent its end marker. `end` returns it when the money is settled. */
  readonly closed: boolean;
  /** The model finished: the stream has a finish reason. */
  readonly finished: boolean;
  /** The caller got an error of the upstream within the stream. */
  readonly failed: boolean;
  /** That error, where it could be read. */
  readonly sentError?: ErrorPart | undefined;
  /** The data of the last event of a stream that passes unchanged. */
  readonly lastData?: string | undefined;
  /** What ended the stream behind the bytes that the last call returned. Nothing more is read then. */
  readonly fault?: Error | undefined;
  /** @throws when the upstream breaks its format and nothing before is left to send. */
  feed(bytes: Buffer): Buffer | string | undefined;
  /** Returns the remaining bytes when the upstream ended cleanly. */
  end(): Buffer | string | undefined;
  /**
   * Ends the event within which the passed bytes end, so that events of the gateway can follow. Returns the missing
   * bytes. A mere name (`event:`) is left to the next event, which has its own: without data it would be no event.
   */
  endEvent?(): string;
}
