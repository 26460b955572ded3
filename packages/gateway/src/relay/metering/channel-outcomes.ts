import type { ChannelErrorClass } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import {
  bucketOf,
  durationColumns,
  firstTokenColumns,
  type HealthColumn,
  healthColumns,
} from '../../core/health-columns.ts';
import { healthLimits } from '../../core/limits.ts';
import { UNPAID } from '../../core/unpaid.ts';
import { healthSpans } from '../../modules/channels/health/health-range.ts';
import { add, type HealthRow } from '../../modules/channels/repository/channel-health.ts';

const MINUTE = 60;

/** A request to a channel whose answer came to an end. Times are milliseconds since 1970. */
export interface ServedAttempt {
  readonly channelId: number;
  readonly startedAt: number;
  /** Of streams. */
  readonly firstByteAt: number | undefined;
  readonly endedAt: number;
  readonly outputTokens: number;
  /** The provider broke off within its answer. */
  readonly isBroken: boolean;
}

/**
 * Counts by channel and minute the results of requests to providers. Gathers for some seconds, because one write for
 * each call would cost more than the counts are worth. A crash loses the counts of these seconds.
 */
export class ChannelOutcomes {
  readonly #ctx: Pick<Context, 'logDb' | 'log'>;
  /** Counts in the order of `healthColumns`, by start of the minute and channel. */
  #minutes = new Map<number, Map<number, number[]>>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(ctx: Pick<Context, 'logDb' | 'log'>) {
    this.#ctx = ctx;
  }

  /** A channel began to answer. */
  answered(channelId: number, startedAt: number): void {
    count(this.#at(channelId, startedAt), 'calls');
  }

  /** @param status HTTP status, 0 without a response; `code` then is that of the connection */
  failed(channelId: number, startedAt: number, { status, code }: { status: number; code: string }): void {
    const counts = this.#at(channelId, startedAt);
    count(counts, 'calls');
    count(counts, classOf(status, code));
  }

  /** The end of a request that `answered` counted. */
  served({ channelId, startedAt, firstByteAt, endedAt, outputTokens, isBroken }: ServedAttempt): void {
    const counts = this.#at(channelId, startedAt);
    if (isBroken) {
      count(counts, 'broken');
      return;
    }
    count(counts, durationColumns[bucketOf(endedAt - startedAt)] as HealthColumn);
    if (firstByteAt !== undefined)
      count(counts, firstTokenColumns[bucketOf(firstByteAt - startedAt)] as HealthColumn);
    const outputMs = endedAt - (firstByteAt ?? startedAt);
    if (outputMs <= 0 || outputTokens <= 0) return;
    count(counts, 'output_tokens', outputTokens);
    count(counts, 'output_ms', outputMs);
  }

  /** Writes what was gathered. */
  async close(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #at(channelId: number, startedAt: number): number[] {
    this.#timer ??= setTimeout(() => this.#flush(), healthLimits.gatherMs).unref();
    const seconds = Math.floor(startedAt / 1000);
    const start = seconds - (seconds % MINUTE);
    const channels = this.#minutes.get(start) ?? new Map<number, number[]>();
    this.#minutes.set(start, channels);
    const counts = channels.get(channelId) ?? healthColumns.map(() => 0);
    channels.set(channelId, counts);
    return counts;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = this.#minutes;
    if (gathered.size === 0) return;
    this.#minutes = new Map();
    this.#writing = this.#writing
      .then(() => add(this.#ctx.logDb, rowsOf(gathered)))
      .catch((err) => this.#ctx.log.warn({ err }, 'counts of channel health were not written'));
  }
}

/** The rows of all spans that the minutes are part of. */
function rowsOf(minutes: ReadonlyMap<number, ReadonlyMap<number, number[]>>): HealthRow[] {
  const rows = new Map<string, HealthRow & { counts: number[] }>();
  for (const [minute, channels] of minutes) {
    for (const [channelId, counts] of channels) {
      for (const span of healthSpans) {
        const start = minute - (minute % span);
        const key = `${span} ${start} ${channelId}`;
        const row = rows.get(key);
        if (row) addUp(row.counts, counts);
        else rows.set(key, { span, channelId, start, counts: [...counts] });
      }
    }
  }
  return [...rows.values()];
}

function addUp(counts: number[], added: readonly number[]): void {
  for (const [index, value] of added.entries()) counts[index] = (counts[index] as number) + value;
}

const positions = new Map(healthColumns.map((column, index) => [column, index]));

function count(counts: number[], column: HealthColumn, amount = 1): void {
  const index = positions.get(column) as number;
  counts[index] = (counts[index] as number) + amount;
}

const timeoutStatuses = new Set([408, 504, 524]);
/** Providers refuse accounts without credit with several statuses, also 400 and 429. */
const accountStatuses = new Set([401, 402, 403]);

function classOf(status: number, code: string): ChannelErrorClass {
  if (code === UNPAID) return 'account';
  if (status === 0) return /timeout|timedout/i.test(code) ? 'timeout' : 'network';
  if (timeoutStatuses.has(status)) return 'timeout';
  if (status === 429) return 'rate_limit';
  if (accountStatuses.has(status)) return 'account';
  return status >= 500 ? 'server' : 'request';
}
