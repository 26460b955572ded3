import { noUsage, type Usage } from '@tollgate/pricing';
import type { FinishReason, Part } from '../../core/chat.ts';
import { upstreamLimits } from '../../core/limits.ts';
import type { StreamFormatter } from '../dialects/dialect.ts';
import { EventSplitter, LineGate } from '../lines.ts';
import { TextTally } from '../tally.ts';
import type { StreamReader } from './reader.ts';

/** What an upstream said in its stream that it cannot go on. */
export class StreamFault extends Error {
  readonly kind: string;

  constructor({ kind, message }: { kind: string; message: string }) {
    super(message);
    this.name = 'StreamFault';
    this.kind = kind;
  }
}

/** A stream of another dialect, told again in the caller's. */
export class Converting implements StreamReader {
  usage: Partial<Usage> = {};
  readonly tally = new TextTally();
  finished = false;
  readonly closed = false;
  readonly failed = false;
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

  /** @throws {StreamFault} when the upstream reports an error */
  feed(bytes: Buffer): string | undefined {
    const lines = this.#gate.push(bytes);
    if (!lines) return undefined;
    let out = '';
    this.#events.push(lines.toString('utf8').replace(/\n$/, ''), (data) => {
      for (const part of this.#decode(data)) out += this.take(part);
    });
    return out || undefined;
  }

  /** The end is told only when the upstream came to one. */
  end(): string | undefined {
    let out = '';
    this.#events.flush((data) => {
      for (const part of this.#decode(data)) out += this.take(part);
    });
    if (!this.finished) return out || undefined;
    return out + this.#finish({ ...noUsage, ...this.usage });
  }

  /** The end of an answer that the gateway cuts: what follows in the stream is not told. */
  cut(usage: Usage): string {
    this.#reason = 'length';
    return this.#finish(usage);
  }

  #finish(usage: Usage): string {
    const finish = this.#formatter.format({ type: 'finish', reason: this.#reason ?? 'stop' });
    return finish + this.#formatter.end(usage);
  }

  /** One part, counted and told. The reason of the end waits for the end itself. */
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
