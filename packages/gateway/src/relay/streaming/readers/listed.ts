import { EventSplitter } from '../lines.ts';
import type { StreamReader } from './reader.ts';

/** Google's older stream format: the same events as items of one JSON list, complete only at the end. */
export class JsonListReader implements StreamReader {
  readonly inner: StreamReader;
  readonly #events = new EventSplitter();
  #hasBegun = false;

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

  get sentError() {
    return this.inner.sentError;
  }

  get lastData() {
    return this.inner.lastData;
  }

  get fault() {
    return this.inner.fault;
  }

  get closed() {
    return this.inner.closed;
  }

  feed(bytes: Buffer): string | undefined {
    const out = this.inner.feed(bytes);
    return out === undefined ? undefined : this.list(out) || undefined;
  }

  endEvent(): string {
    return this.inner.endEvent?.() ?? '';
  }

  end(): string | undefined {
    const out = this.inner.end();
    if (this.fault) return out === undefined ? undefined : this.list(out);
    if (out === undefined && !this.finished && !this.failed) return undefined;
    return this.list(out ?? '', true);
  }

  /** Formats events as items of the list, and closes the list after the last one. */
  list(events: Buffer | string, isFinalMessage = false): string {
    let out = '';
    const add = (data: string) => {
      out += `${this.#hasBegun ? ',\r\n' : '['}${data}`;
      this.#hasBegun = true;
    };
    this.#events.push(events.toString(), add);
    if (!isFinalMessage) return out;
    this.#events.flush(add);
    return `${out}${this.#hasBegun ? '' : '['}]`;
  }
}
