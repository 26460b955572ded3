import { EventSplitter } from '../lines.ts';
import type { StreamReader } from './reader.ts';

/** Google's older way to stream: the same pieces as items of one JSON list, which is complete only at the end. */
export class Listed implements StreamReader {
  readonly inner: StreamReader;
  readonly #events = new EventSplitter();
  #begun = false;

  constructor(inner: StreamReader) {
    this.inner = inner;
  }

  get usage() {
    return this.inner.usage;
  }

  get tally() {
    return this.inner.tally;
  }

  get finished() {
    return this.inner.finished;
  }

  get failed() {
    return this.inner.failed;
  }

  get closed() {
    return this.inner.closed;
  }

  feed(bytes: Buffer): string | undefined {
    const out = this.inner.feed(bytes);
    return out === undefined ? undefined : this.list(out) || undefined;
  }

  end(): string | undefined {
    const out = this.inner.end();
    if (out === undefined && !this.finished && !this.failed) return undefined;
    return this.list(out ?? '', true);
  }

  /** Events as items of the list; with the end of the list behind the last one. */
  list(events: Buffer | string, isLast = false): string {
    let out = '';
    const add = (data: string) => {
      out += `${this.#begun ? ',\r\n' : '['}${data}`;
      this.#begun = true;
    };
    this.#events.push(events.toString().replace(/\n$/, ''), add);
    if (!isLast) return out;
    this.#events.flush(add);
    return `${out}${this.#begun ? '' : '['}]`;
  }
}
