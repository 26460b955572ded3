import { type Counter, type Histogram, Registry } from './registry.ts';

/** Areas that have series of their own. */
const MOST_AREAS = 50;
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** What the parts of a gateway outside of the relay count of themselves. */
export class GatewayMetrics {
  readonly registry = new Registry();
  readonly #batches: Histogram;
  readonly #areaLoads: Counter;

  constructor() {
    this.#batches = this.registry.histogram(
      'tollgate_ledger_batch_size',
      'Operations of the ledger that were written in one transaction.',
      BATCH_SIZES,
    );
    this.#areaLoads = this.registry.counter(
      'tollgate_area_loads_total',
      'Reports of pages about areas: ok, failed or crashed.',
      { name: 'area', most: MOST_AREAS },
      'outcome',
    );
  }

  /** Counts a transaction of the ledger. */
  readonly onBatch = (operations: number): void => this.#batches.observe(NO_LABELS, operations);

  areaReported(area: string, outcome: 'ok' | 'failed' | 'crashed'): void {
    this.#areaLoads.add([area, outcome]);
  }
}

const NO_LABELS: readonly string[] = [];
