import type { Counters, Taking } from '../cache/counters.ts';
import type { ParentDuties, WorkerChannel } from './duties.ts';

type TakingDuties = Pick<ParentDuties, 'takeCounts' | 'endCounts' | 'readCounts'>;

/** What the limit rules count, for all workers. What a worker took is free again when it ends. */
export class SharedTakings {
  readonly #counters: Counters;
  readonly #taken = new Map<WorkerChannel, Map<number, Taking>>();
  #last = 0;

  constructor(counters: Counters) {
    this.#counters = counters;
  }

  join(worker: WorkerChannel): TakingDuties {
    const taken = new Map<number, Taking>();
    this.#taken.set(worker, taken);
    return {
      takeCounts: async (rules) => {
        const taking = await this.#counters.take(rules);
        const { full, used } = taking;
        if (full) return { used, taking: 0, full };
        this.#last += 1;
        if (this.#taken.has(worker)) taken.set(this.#last, taking);
        else taking.release(); // it ended meanwhile
        return { used, taking: this.#last };
      },
      endCounts({ taking, isCancelled }) {
        const ended = taken.get(taking);
        if (isCancelled) ended?.cancel();
        else ended?.release();
        taken.delete(taking);
      },
      readCounts: (rules) => this.#counters.read(rules),
    };
  }

  leave(worker: WorkerChannel): void {
    for (const taking of this.#taken.get(worker)?.values() ?? []) taking.release();
    this.#taken.delete(worker);
  }
}
