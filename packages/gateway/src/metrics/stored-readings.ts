import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../core/context.ts';
import * as outbox from '../modules/notifications/repository/outbox.ts';
import type { Reading } from './registry.ts';

/** What waits in the outbox, by what it waits for. */
const TOPICS = ['usage', 'mail', 'webhook'] as const;
/** More rows are not counted: an outage of the log database leaves millions. */
const MOST_ROWS = 10_000;
/** A collector is not kept waiting by a database that is away. */
const PATIENCE_MS = 1000;

interface Waiting {
  readonly topic: string;
  readonly count: number;
  /** Seconds. */
  readonly age: number;
}
const NONE: readonly Waiting[] = [];

/** Values that are in the database. Every gateway of a database reads the same. */
export class StoredReadings {
  readonly #ctx: Pick<Context, 'db' | 'now' | 'gatewayMetrics'>;
  #rows: Reading[] = [];
  #ages: Reading[] = [];
  /** The row whose turn it was, and since when. */
  readonly #heads = new Map<string, { readonly id: number; readonly since: number }>();

  constructor(ctx: Pick<Context, 'db' | 'now' | 'gatewayMetrics'>) {
    this.#ctx = ctx;
    const { registry } = ctx.gatewayMetrics;
    registry.gauge(
      'tollgate_outbox_rows',
      `Rows that wait for their delivery, up to ${MOST_ROWS}.`,
      () => this.#rows,
      'topic',
    );
    registry.gauge(
      'tollgate_outbox_age_seconds',
      'For how long the next delivery is due.',
      () => this.#ages,
      'topic',
    );
  }

  /** Reads the values again; without the database there are none. */
  async refresh(): Promise<void> {
    const reading = Promise.all(TOPICS.map((topic) => this.#read(topic)));
    const late = sleep(PATIENCE_MS, NONE, { ref: false });
    const found = await Promise.race([reading.catch(() => NONE), late]);
    this.#rows = found.map(({ topic, count }) => [[topic], count]);
    this.#ages = found.map(({ topic, age }) => [[topic], age]);
  }

  async #read(topic: string): Promise<Waiting> {
    const { count, head } = await outbox.findWaiting(this.#ctx.db, topic, MOST_ROWS);
    const now = this.#ctx.now() / 1000;
    if (!head || head.nextAt > now) {
      this.#heads.delete(topic);
      return { topic, count, age: 0 };
    }
    const known = this.#heads.get(topic);
    const since = known?.id === head.id ? known.since : now;
    this.#heads.set(topic, { id: head.id, since });
    // Rows that were due from the start have no time.
    return { topic, count, age: now - (head.nextAt > 0 ? head.nextAt : since) };
  }
}
