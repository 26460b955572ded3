/** Counts of things that are open (connections, sessions), over all workers of one gateway. */
export interface Counts {
  /** Says how many of a key this process has. */
  publish(key: string, count: number): void;
  /** How many the other workers have, as of a moment ago. Never waits. */
  others(key: string): number;
}

/** For a gateway of one process. */
export const localCounts: Counts = { publish() {}, others: () => 0 };
