import type { TokenOwner } from './token-cache.ts';

/** The authenticated caller of a request. */
export interface RelayCaller {
  readonly owner: TokenOwner;
  /** First and last characters of the key, for messages. */
  readonly keyHint: string;
  /** The channel that an administrator chose for this call. */
  readonly channelId: number | undefined;
}
