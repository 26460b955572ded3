import type { Context } from '../../core/context.ts';
import { failedCallLimits } from '../../core/limits.ts';
import { type NewLogRow, record } from '../../modules/usage/repository/logs.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { callOf, type FailedRow, toFailedRow } from './failed-call.ts';

type LogContext = Pick<Context, 'logDb' | 'options' | 'log' | 'now'>;

/**
 * Writes a row for each call that failed without a charge. Gathers rows for a second and writes them together,
 * at most `rowsEach` of one user and `rows` of all, so that a flood of refused calls costs little. The last
 * row of a user counts the ones that were left out. A crash loses at most the rows of the last second.
 */
export class FailedCallLog {
  readonly #ctx: LogContext;
  #rows: FailedRow[] = [];
  readonly #users = new Map<number, { rows: number; last: FailedRow }>();
  /** Failed calls of users without a row in this batch. */
  #leftOut = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(ctx: LogContext) {
    this.#ctx = ctx;
  }

  /** Records the failure of a caller who is known. Requests of strangers leave no row. */
  record(exchange: Exchange, error: unknown): void {
    const { owner, isCharged = false } = callOf(error);
    const { LogConsumeEnabled, FailedCallsKept } = this.#ctx.options.current;
    if (!owner || isCharged || !LogConsumeEnabled || FailedCallsKept === 0) return;
    // Nothing was sent anywhere, and no caller waits for an answer.
    if (error instanceof RelayError && error.code === 'caller_left') return;
    const before = this.#users.get(owner.userId);
    if (before && before.rows >= failedCallLimits.rowsEach) {
      before.last.note.left_out = (before.last.note.left_out ?? 0) + 1;
      return;
    }
    if (this.#rows.length >= failedCallLimits.rows) {
      this.#leftOut += 1;
      return;
    }
    const row = toFailedRow(exchange, { error, owner, now: this.#ctx.now() });
    this.#rows.push(row);
    this.#users.set(owner.userId, { rows: (before?.rows ?? 0) + 1, last: row });
    this.#timer ??= setTimeout(() => this.#flush(), failedCallLimits.gatherMs).unref();
  }

  /** Writes what was gathered. */
  async close(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = this.#rows.map(({ note, ...row }): NewLogRow => ({ ...row, other: JSON.stringify(note) }));
    const leftOut = this.#leftOut;
    this.#rows = [];
    this.#users.clear();
    this.#leftOut = 0;
    const { log, logDb } = this.#ctx;
    if (leftOut > 0) log.warn({ leftOut }, 'many calls fail: some have no row in the usage log');
    if (rows.length === 0) return;
    this.#writing = this.#writing
      .then(() => record(logDb, rows))
      .catch((err) => log.warn({ err, rows: rows.length }, 'rows of failed calls were not written'));
  }
}
