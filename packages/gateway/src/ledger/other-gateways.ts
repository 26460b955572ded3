import { SILENT_AFTER_MS } from './foreign-notes.ts';
import { recoverOrphans } from './recover.ts';
import type { Store } from './types.ts';

/** After such a gap between two own heartbeats the database was away, or this process stood still. */
const GAP_MS = SILENT_AFTER_MS / 2;

/**
 * Tells other gateways that this one runs, and ends the calls of those that do not. After an outage of the database
 * all of them have been silent, and each gets the time to report before its calls are taken for lost: their exact
 * costs are still in its memory.
 */
export class OtherGateways {
  readonly #store: Pick<Store, 'heartbeat' | 'silentInstances' | 'openHolds' | 'apply'>;
  readonly #now: () => number;
  #heartbeatAt: number;
  #reachesSince: number;

  constructor(store: Store, now: () => number = () => performance.now()) {
    this.#store = store;
    this.#now = now;
    this.#heartbeatAt = now();
    this.#reachesSince = this.#heartbeatAt;
  }

  async heartbeat(): Promise<void> {
    await this.#store.heartbeat();
    const now = this.#now();
    if (now - this.#heartbeatAt > GAP_MS) this.#reachesSince = now;
    this.#heartbeatAt = now;
  }

  /** Ends the calls of processes that were silent for so long. Returns how many. */
  async endSilent(self: string, olderThanMs: number): Promise<number> {
    const now = this.#now();
    const isCutOff = now - this.#heartbeatAt > GAP_MS && olderThanMs > 0;
    if (isCutOff || now - this.#reachesSince < olderThanMs) return 0;
    return recoverOrphans(this.#store as Store, self, olderThanMs);
  }
}
