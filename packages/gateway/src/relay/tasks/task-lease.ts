import type { Context } from '../../core/context.ts';
import { randomText } from '../../modules/secrets/random.ts';
import * as pending from '../../modules/usage/repository/pending-tasks.ts';

const RENEW_MS = 15_000;
/** Four renewals. Rows of a process that died are free after it. */
const LEASE_MS = 60_000;
/** The most rows of one statement. */
const PAGE_ROWS = 500;

/** The pending rows that one turn of a poller holds. Renewed by a timer until `close`. */
export class TaskLease {
  readonly holder = randomText(24);
  readonly #ctx: Context;
  readonly #platform: pending.Platform;
  readonly #timer: NodeJS.Timeout;

  constructor(ctx: Context, platform: pending.Platform) {
    this.#ctx = ctx;
    this.#platform = platform;
    this.#timer = setInterval(() => {
      pending
        .renew(ctx.db, this.holder, ctx.now() + LEASE_MS)
        .catch((err: unknown) => ctx.log.warn({ err, platform }, 'A lease of tasks was not renewed'));
    }, RENEW_MS).unref();
  }

  /** Claims up to `limit` unclaimed rows, longest waiting first. */
  async claim(limit: number): Promise<pending.PendingTask[]> {
    const now = this.#ctx.now();
    const rows: pending.PendingTask[] = [];
    while (rows.length < limit) {
      const size = Math.min(PAGE_ROWS, limit - rows.length);
      const claim = { holder: this.holder, now, until: now + LEASE_MS, limit: size };
      const page = await pending.claim(this.#ctx.db, this.#platform, claim);
      rows.push(...page.claimed);
      if (page.due < size) break;
    }
    return rows;
  }

  /** Releases rows, to be polled again after `pauseMs`. Rows that ended meanwhile are gone already. */
  async release(rowIds: readonly number[], pauseMs = 0): Promise<void> {
    for (let start = 0; start < rowIds.length; start += PAGE_ROWS) {
      const page = rowIds.slice(start, start + PAGE_ROWS);
      const at = this.#ctx.now() + pauseMs;
      await pending.release(this.#ctx.db, {
        platform: this.#platform,
        holder: this.holder,
        rowIds: page,
        at,
      });
    }
  }

  /** Releases the remaining rows. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await pending.releaseAll(this.#ctx.db, this.holder, this.#ctx.now());
  }
}
