/** Where the workers of one gateway last sent something, by key. Best effort. */
export interface RecentPlaces {
  /** Tells the others that a key went to a channel, and for how many milliseconds that matters. */
  publish(key: number, channelId: number, lifeMs: number): void;
  /** Asks the others; undefined when none knows. Absent when there are no others. */
  find?(keys: readonly number[]): Promise<{ key: number; channelId: number } | undefined>;
}

/** For a gateway of one process. */
export const localPlaces: RecentPlaces = { publish() {} };
