import type { Usage } from '@tollgate/pricing';
import type { ErrorPart, Part } from '../../../core/chat.ts';
import { upstreamLimits } from '../../../core/limits.ts';
import { TextTally } from '../../metering/tally.ts';
import { EventSplitter, LineGate, OpenEvent } from '../lines.ts';
import type { StreamReader } from './reader.ts';

/**
 * Passes a stream unchanged in a format whose events must be read for usage and end. From the end of the
 * answer on, everything waits until the money is settled.
 */
export class WordWatchReader implements StreamReader {
  usage: Partial<Usage> = {};
  readonly tally = new TextTally();
  finished = false;
  failed = false;
  sentError: ErrorPart | undefined;
  lastData: string | undefined;
  readonly closed = false;
  references: string[] | undefined;
  items: string[] | undefined;
  readonly #gate: LineGate;
  readonly #events = new EventSplitter();
  readonly #read: (data: string) => Part[];
  readonly #open = new OpenEvent();
  #last: Buffer[] = [];

  constructor(read: (data: string) => Part[], lineBytes: number = upstreamLimits.lineBytes) {
    this.#gate = new LineGate(lineBytes);
    this.#read = read;
  }

  feed(bytes: Buffer): Buffer | undefined {
    const lines = this.#gate.push(bytes);
    if (!lines) return undefined;
    this.#events.push(lines.toString('utf8'), this.#take);
    return this.#keepEnd(lines);
  }

  /**
   * Drops an incomplete last line of an upstream without an end marker: the caller gets an error after the
   * last whole line.
   */
  end(): Buffer | undefined {
    const rest = this.#gate.rest();
    if (rest.length > 0) this.#events.push(rest.toString('utf8'), this.#take);
    this.#events.flush(this.#take);
    if (!this.finished && !this.failed) return undefined;
    return Buffer.concat([...this.#last, rest]);
  }

  endEvent(): string {
    if (!this.#open.hasData) return '';
    this.#events.flush(this.#take);
    this.#open.hasData = false;
    return '\n';
  }

  #keepEnd(lines: Buffer): Buffer | undefined {
    if (!this.finished) {
      this.#open.push(lines);
      return lines;
    }
    this.#last.push(lines);
    return undefined;
  }

  readonly #take = (data: string): void => {
    this.lastData = data;
    for (const part of this.#parts(data)) {
      if (part.type === 'usage') this.usage = { ...this.usage, ...part.usage };
      if (part.type === 'text-delta') this.tally.addText(part.text);
      if (part.type === 'reasoning-delta') this.tally.addThought(part.text);
      if (part.type === 'tool-call-delta') this.tally.addText(part.input);
      if (part.type === 'reference') this.references = [...(this.references ?? []), part.id];
      if (part.type === 'item') this.items = [...(this.items ?? []), part.id];
      if (part.type === 'finish') this.finished = true;
      if (part.type === 'error') {
        this.failed = true;
        this.sentError ??= part;
      }
    }
  };

  /** The caller reads its own format: what makes no sense here passes all the same. */
  #parts(data: string): Part[] {
    try {
      return this.#read(data);
    } catch {
      return [];
    }
  }
}
