import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../core/context.ts';
import { countWaiting, listWaiting } from '../modules/usage/repository/streamed-rows.ts';
import type { Reading } from './registry.ts';

const MOST_ROWS = 1_000_000;
/** A collector is not kept waiting by a database that is away. */
const PATIENCE_MS = 1000;

/** How far the stream of rows is behind the log. Absent without a stream. */
export class LogStreamReadings {
  readonly #ctx: Pick<Context, 'config' | 'logReader' | 'now' | 'gatewayMetrics'>;
  #rows: Reading[] = [];
  #ages: Reading[] = [];

  constructor(ctx: Pick<Context, 'config' | 'logReader' | 'now' | 'gatewayMetrics'>) {
    this.#ctx = ctx;
    if (!ctx.config.logStream) return;
    const { registry } = ctx.gatewayMetrics;
    const rows = `Rows of the usage log that wait for their copy to the stream, up to ${MOST_ROWS}.`;
    registry.gauge('tollgate_log_stream_rows', rows, () => this.#rows);
    const age = 'For how long the oldest of them has waited.';
    registry.gauge('tollgate_log_stream_age_seconds', age, () => this.#ages);
  }

  /** Reads the values again; without the database there are none. */
  async refresh(): Promise<void> {
    if (!this.#ctx.config.logStream) return;
    const late = sleep(PATIENCE_MS, undefined, { ref: false });
    const found = await Promise.race([this.#read().catch(() => undefined), late]);
    this.#rows = found ? [[[], found.rows]] : [];
    this.#ages = found ? [[[], found.age]] : [];
  }

  async #read(): Promise<{ rows: number; age: number }> {
    const [oldest] = await listWaiting(this.#ctx.logReader, 1);
    if (!oldest) return { rows: 0, age: 0 };
    const rows = await countWaiting(this.#ctx.logReader, MOST_ROWS);
    return { rows, age: Math.max(0, this.#ctx.now() / 1000 - oldest.queued_at) };
  }
}
