import type { Count, WorkerChannel } from './duties.ts';

interface Total {
  readonly name: string;
  readonly key: string;
  readonly by: Map<WorkerChannel, number>;
  /** Whether the workers know it. */
  isKnown: boolean;
}

/**
 * Adds up what the workers have open, by key. Each worker learns what the others have once the total is above
 * half of its limit; below, no worker alone can be near it.
 */
export class SharedCounts {
  readonly #totals = new Map<string, Total>();
  readonly #workers = new Set<WorkerChannel>();

  join(worker: WorkerChannel): void {
    this.#workers.add(worker);
    this.#tell([...this.#totals.values()].filter(({ isKnown }) => isKnown));
  }

  leave(worker: WorkerChannel): void {
    this.#workers.delete(worker);
    const touched = [...this.#totals].filter(([, { by }]) => by.delete(worker));
    for (const [id, total] of touched) if (total.by.size === 0) this.#totals.delete(id);
    this.#tell(touched.map(([, total]) => total).filter(({ isKnown }) => isKnown));
  }

  change(worker: WorkerChannel, changed: readonly Count[]): void {
    const due: Total[] = [];
    for (const { name, key, count, most } of changed) {
      const id = `${name}:${key}`;
      const total = this.#totals.get(id) ?? { name, key, by: new Map(), isKnown: false };
      if (count > 0) total.by.set(worker, count);
      else total.by.delete(worker);
      if (total.by.size > 0) this.#totals.set(id, total);
      else this.#totals.delete(id);
      const matters = sumOf(total) > most / 2;
      if (matters || total.isKnown) due.push(total);
      total.isKnown = matters;
    }
    this.#tell(due);
  }

  #tell(totals: readonly Total[]): void {
    if (totals.length === 0) return;
    for (const worker of this.#workers) {
      worker.tell(
        'count',
        totals.map((total) => {
          const others = total.isKnown ? sumOf(total) - (total.by.get(worker) ?? 0) : 0;
          return { name: total.name, key: total.key, count: others };
        }),
      );
    }
  }
}

function sumOf({ by }: Total): number {
  let sum = 0;
  for (const count of by.values()) sum += count;
  return sum;
}
