import type { Logger } from 'pino';
import { traceLimits } from '../core/limits.ts';
import type { Outbound } from '../net/outbound.ts';
import type { FinishedTrace } from './call-trace.ts';
import { formatOtlp, type Resource } from './otlp.ts';

export interface ExporterSettings {
  readonly outbound: Pick<Outbound, 'request'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** The collector's address for traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  /** Milliseconds between two batches; shorter in tests. */
  readonly pauseMs?: number | undefined;
  readonly retryMs?: number;
}

/** Statuses of a collector that takes the same spans later, by the specification of OTLP/HTTP. */
const TEMPORARY = new Set([429, 502, 503, 504]);

/**
 * Sends spans to a collector, one batch at a time. No call waits for it. When the collector is slow or away, the queue
 * fills up to its bound, and what comes then is dropped and counted.
 */
export class SpanExporter {
  readonly #settings: ExporterSettings;
  #queue: FinishedTrace[] = [];
  #queuedSpans = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isClosed = false;
  #hasFailed = false;
  /** Spans, since the start. */
  readonly counts = { exported: 0, dropped: 0 };

  constructor(settings: ExporterSettings) {
    this.#settings = settings;
  }

  get queued(): number {
    return this.#queuedSpans;
  }

  add(trace: FinishedTrace): void {
    const { length } = trace.spans;
    if (this.#isClosed || this.#queuedSpans + length > traceLimits.queueSpans) {
      this.counts.dropped += length;
      return;
    }
    this.#queue.push(trace);
    this.#queuedSpans += length;
    if (this.#sending) return;
    if (this.#queuedSpans >= traceLimits.batchSpans) this.#send();
    else
      this.#timer ??= setTimeout(() => this.#send(), this.#settings.pauseMs ?? traceLimits.pauseMs).unref();
  }

  /** Sends what is queued, within a moment. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#sending && this.#queue.length > 0) this.#send();
    const timeout = new Promise((resolve) => setTimeout(resolve, traceLimits.closeMs).unref());
    await Promise.race([this.#sending, timeout]);
    this.counts.dropped += this.#queuedSpans;
    this.#queue = [];
    this.#queuedSpans = 0;
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    do {
      const batch = this.#takeBatch();
      const spans = batch.reduce((sum, trace) => sum + trace.spans.length, 0);
      const isTaken = await this.#deliver(formatOtlp(batch, this.#settings.resource));
      this.counts[isTaken ? 'exported' : 'dropped'] += spans;
      // The rest of a busy second goes at once, that of a quiet one with the next batch.
    } while (this.#queuedSpans >= traceLimits.batchSpans || (this.#isClosed && this.#queue.length > 0));
    if (this.#queue.length > 0)
      this.#timer ??= setTimeout(() => this.#send(), this.#settings.pauseMs ?? traceLimits.pauseMs).unref();
  }

  #takeBatch(): FinishedTrace[] {
    let spans = 0;
    const end = this.#queue.findIndex((trace) => {
      spans += trace.spans.length;
      return spans >= traceLimits.batchSpans;
    });
    const batch = this.#queue.splice(0, end < 0 ? this.#queue.length : end + 1);
    this.#queuedSpans -= spans;
    return batch;
  }

  /** Returns whether the collector took the batch. Repeats what may be taken later. */
  async #deliver(body: string): Promise<boolean> {
    for (let attempt = 0; attempt < traceLimits.attempts; attempt += 1) {
      if (attempt > 0) {
        const pauseMs = (this.#settings.retryMs ?? traceLimits.retryMs) * 2 ** (attempt - 1);
        await this.#pause(Math.min(pauseMs, traceLimits.longestRetryMs));
      }
      const reason = await this.#post(body);
      if (reason === undefined) {
        if (this.#hasFailed) this.#settings.log.info('The collector takes traces again.');
        this.#hasFailed = false;
        return true;
      }
      if (!this.#hasFailed)
        this.#settings.log.warn(
          { reason: reason.text },
          'The collector takes no traces. Calls go on without them.',
        );
      this.#hasFailed = true;
      if (!reason.isTemporary || this.#isClosed) return false;
    }
    return false;
  }

  async #post(body: string): Promise<{ text: string; isTemporary: boolean } | undefined> {
    const { outbound, url, headers } = this.#settings;
    try {
      const { status } = await outbound.request('traces', url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        timeoutMs: traceLimits.answerMs,
      });
      if (status >= 200 && status < 300) return undefined;
      return { text: `status ${status}`, isTemporary: TEMPORARY.has(status) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { text: code ?? message, isTemporary: true };
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms).unref());
  }
}
