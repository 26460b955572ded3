import { type Counter, type Histogram, Registry } from './registry.ts';

/** Areas that have series of their own. */
const MOST_AREAS = 50;
const LOAD_SECONDS = [0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 8, 15];
/** With the bounds between good, fair and poor: CLS 0.1 and 0.25, INP 0.2 and 0.5, LCP 2.5 and 4. */
const VITAL_BOUNDS = [0.01, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2.5, 4, 8];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** What the parts of a gateway outside of the relay count of themselves. */
export class GatewayMetrics {
  readonly registry = new Registry();
  readonly #batches: Histogram;
  readonly #areaLoads: Counter;
  readonly #areaNotices: Counter;
  readonly #areaSeconds: Histogram;
  readonly #areaVitals: Histogram;

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
    this.#areaNotices = this.registry.counter(
      'tollgate_area_notices_total',
      'What pages noticed about areas: csp (refused by the content policy) or text (missing).',
      { name: 'area', most: MOST_AREAS },
      'kind',
    );
    this.#areaSeconds = this.registry.histogram(
      'tollgate_area_load_seconds',
      'From the click until an area was on screen.',
      LOAD_SECONDS,
      { name: 'area', most: MOST_AREAS },
    );
    this.#areaVitals = this.registry.histogram(
      'tollgate_area_vitals',
      'Web vitals of pages of areas: LCP and INP in seconds, CLS without a unit.',
      VITAL_BOUNDS,
      { name: 'area', most: MOST_AREAS },
      'name',
    );
  }

  /** `kind`: `csp` or `text`. */
  areaNoticed(area: string, kind: string): void {
    this.#areaNotices.add([area, kind]);
  }

  areaLoaded(area: string, durationMs: number): void {
    this.#areaSeconds.observe([area], durationMs / 1000);
  }

  /** CLS in thousandths, the others in milliseconds: the series has seconds, and CLS as it is. */
  areaMeasured(area: string, name: string, value: number): void {
    this.#areaVitals.observe([area, name], value / 1000);
  }

  /** Counts a transaction of the ledger. */
  readonly onBatch = (operations: number): void => this.#batches.observe(NO_LABELS, operations);

  areaReported(area: string, outcome: 'ok' | 'failed' | 'crashed'): void {
    this.#areaLoads.add([area, outcome]);
  }
}

const NO_LABELS: readonly string[] = [];
