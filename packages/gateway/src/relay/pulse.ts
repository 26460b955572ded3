import type { ServerResponse } from 'node:http';
import type { OptionValues } from '@tollgate/contract/options';
import type { Asked, Dialect } from './dialects/dialect.ts';

const COMMENT = ': keep-alive\n\n';

/**
 * Comments in a stream that is silent, so that nobody between us and the caller takes it for dead. They begin before the
 * first event: a model that thinks for minutes is when they are needed. Every reader of server-sent events skips them.
 */
export class Pulse {
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  #last: Buffer | string | undefined;

  constructor(response: ServerResponse, everyMs: number) {
    this.#response = response;
    this.#timer = setInterval(this.#beat, everyMs);
  }

  /** Something else was sent; it is quiet again from here on. */
  wrote(bytes: Buffer | string): void {
    this.#last = bytes;
    this.#timer.refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  readonly #beat = (): void => {
    const { writableEnded, destroyed, writableNeedDrain } = this.#response;
    if (writableEnded || destroyed || writableNeedDrain || !endsEvent(this.#last)) return;
    beginStream(this.#response);
    this.#response.write(COMMENT);
  };
}

/** `undefined` where nobody wants comments, or where they would be part of the answer. */
export function startPulse(
  options: OptionValues,
  pulseMs: number | undefined,
  response: ServerResponse,
  { stream, asList }: Asked,
  { id, retell }: Dialect,
): Pulse | undefined {
  if (!options['general_setting.ping_interval_enabled']) return undefined;
  const isEvents = stream && !asList && (retell !== undefined || id === 'completions');
  const everyMs = pulseMs ?? options['general_setting.ping_interval_seconds'] * 1000;
  return isEvents ? new Pulse(response, everyMs) : undefined;
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** The head of a stream, unless it is sent already. */
export function beginStream(response: ServerResponse, contentType = EVENT_STREAM): void {
  if (response.headersSent) return;
  response.writeHead(200, {
    'content-type': contentType,
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  });
}

/** Whether the caller has whole events only: a blank line in the middle of one would cut it in two. */
function endsEvent(last: Buffer | string | undefined): boolean {
  if (last === undefined) return true;
  const tail =
    typeof last === 'string' ? last.slice(-3) : last.toString('latin1', Math.max(0, last.length - 3));
  return /\n\r?\n$/.test(tail);
}
