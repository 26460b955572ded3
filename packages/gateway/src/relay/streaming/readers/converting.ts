import { noUsage, type Usage } from '@tollgate/pricing';
import type { ErrorPart, FinishReason, Part } from '../../../core/chat.ts';
import { upstreamLimits } from '../../../core/limits.ts';
import type { StreamFormatter } from '../../dialects/dialect.ts';
import { TextTally } from '../../metering/tally.ts';
import { EVENT_END, EventSplitter, LineGate } from '../lines.ts';
import type { StreamReader } from './reader.ts';

/** An error that an upstream reports within its stream. */
export class StreamFault extends Error {
  readonly part: ErrorPart;

  constructor(part: ErrorPart) {
    super(part.message);
    this.name = 'StreamFault';
    this.part = part;
  }
}

/** Converts a stream of another dialect to the caller's. */
export class Converting implements StreamReader {
  usage: Partial<Usage> = {};
  readonly tally = new TextTally();
  finished = false;
  readonly closed = false;
  readonly failed = false;
  fault: Error | undefined;
  readonly #gate: LineGate;
  readonly #events = new EventSplitter();
  readonly #decode: (data: string) => Part[];
  readonly #formatter: StreamFormatter;
  #reason: FinishReason | undefined;

  constructor(
    decode: (data: string) => Part[],
    formatter: StreamFormatter,
    lineBytes: number = upstreamLimits.lineBytes,
  ) {
    this.#gate = new LineGate(lineBytes);
    this.#decode = decode;
    this.#formatter = formatter;
  }

  /** Keeps an error as `fault`, so that the parts before it still reach the caller. */
  feed(bytes: Buffer): string | undefined {
    const lines = this.#gate.push(bytes);
    return lines && this.#convert(lines.toString('utf8'));
  }

  /** Formats the end only when the upstream ended its answer. */
  end(): string | undefined {
    const rest = this.finished ? '' : this.#gate.rest().toString('utf8');
    const out = this.#convert(rest + EVENT_END);
    if (!this.finished || this.fault) return out;
    return (out ?? '') + this.#finish({ ...noUsage, ...this.usage });
  }

  #convert(lines: string): string | undefined {
    let out = '';
    try {
      this.#events.push(lines, (data) => {
        for (const part of this.#decode(data)) out += this.take(part);
      });
    } catch (error) {
      this.fault = error as Error;
    }
    return out || undefined;
  }

  /** Formats the end of an answer that the gateway cuts. Drops the rest of the stream. */
  cut(usage: Usage): string {
    this.#reason = 'length';
    return this.#finish(usage);
  }

  #finish(usage: Usage): string {
    const finish = this.#formatter.format({ type: 'finish', reason: this.#reason ?? 'stop' });
    return finish + this.#formatter.end(usage);
  }

  /** Counts and formats one part. The finish reason waits for the end. @throws {StreamFault} for an error */
  take(part: Part): string {
    if (part.type === 'error') throw new StreamFault(part);
    if (part.type === 'usage') this.usage = { ...this.usage, ...part.usage };
    if (part.type === 'text-delta') this.tally.addText(part.text);
    if (part.type === 'reasoning-delta') this.tally.addThought(part.text);
    if (part.type === 'tool-call-delta') this.tally.addText(part.input);
    if (part.type !== 'finish') return this.#formatter.format(part);
    this.#reason = part.reason;
    this.finished = true;
    return '';
  }
}
