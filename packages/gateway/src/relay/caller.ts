import type { TokenOwner } from './token-cache.ts';

/** Who makes a call. */
export interface RelayCaller {
  readonly owner: TokenOwner;
  /** First and last characters of the key, for messages. */
  readonly keyHint: string;
  /** An administrator asked for this very channel. */
  readonly channelId: number | undefined;
}
