import type { Usage } from '@tollgate/pricing';
import type { Part } from '../../core/chat.ts';
import { upstreamLimits } from '../../core/limits.ts';
import { EventSplitter, LineGate } from '../lines.ts';
import { TextTally } from '../tally.ts';
import type { StreamReader } from './reader.ts';

/**
 * A stream that reaches the caller as the upstream wrote it, in a format whose events have to be read to know what was
 * used and whether the answer ended. From the end of the answer on everything waits until the money is settled.
 */
export class Watching implements StreamReader {
  usage: Partial<Usage> = {};
  readonly tally = new TextTally();
  finished = false;
  failed = false;
  readonly closed = false;
  readonly #gate: LineGate;
  readonly #events = new EventSplitter();
  readonly #read: (data: string) => Part[];
  #last: Buffer[] = [];

  constructor(read: (data: string) => Part[], lineBytes: number = upstreamLimits.lineBytes) {
    this.#gate = new LineGate(lineBytes);
    this.#read = read;
  }

  feed(bytes: Buffer): Buffer | undefined {
    const lines = this.#gate.push(bytes);
    if (!lines) return undefined;
    this.#events.push(lines.toString('utf8').replace(/\n$/, ''), this.#take);
    return this.#keepEnd(lines);
  }

  /** An upstream that ends without an end has nothing more to say: the caller gets an error behind the last whole line. */
  end(): Buffer | undefined {
    const rest = this.#gate.rest();
    if (rest.length > 0) this.#events.push(rest.toString('utf8'), this.#take);
    this.#events.flush(this.#take);
    if (!this.finished && !this.failed) return undefined;
    return Buffer.concat([...this.#last, rest]);
  }

  #keepEnd(lines: Buffer): Buffer | undefined {
    if (!this.finished) return lines;
    this.#last.push(lines);
    return undefined;
  }

  readonly #take = (data: string): void => {
    for (const part of this.#read(data)) {
      if (part.type === 'usage') this.usage = { ...this.usage, ...part.usage };
      if (part.type === 'text-delta') this.tally.addText(part.text);
      if (part.type === 'reasoning-delta') this.tally.addThought(part.text);
      if (part.type === 'tool-call-delta') this.tally.addText(part.input);
      if (part.type === 'finish') this.finished = true;
      if (part.type === 'error') this.failed = true;
    }
  };
}
