import type { ServerResponse } from 'node:http';
import type { OptionValues } from '@tollgate/contract/options';
import { GatewayResponse } from '../../http/gateway-response.ts';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';

const COMMENT = ': keep-alive\n\n';

/**
 * Sends comments in a silent stream, so that no proxy before the caller closes it. They begin before the
 * first event, because models may think for minutes. Every reader of server-sent events skips them.
 */
export class SseHeartbeat {
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  #last: Buffer | string | undefined;

  constructor(response: ServerResponse, everyMs: number) {
    this.#response = response;
    this.#timer = setInterval(this.#sendComment, everyMs);
  }

  /** Restarts the pause after other bytes were sent. */
  touch(bytes: Buffer | string): void {
    this.#last = bytes;
    this.#timer.refresh();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  readonly #sendComment = (): void => {
    const { writableEnded, destroyed, writableNeedDrain } = this.#response;
    if (writableEnded || destroyed || writableNeedDrain || !endsEvent(this.#last)) return;
    beginStream(this.#response);
    this.#response.write(COMMENT);
  };
}

interface HeartbeatSettings {
  readonly options: OptionValues;
  /** Milliseconds between two comments. Default: the option decides. */
  readonly heartbeatMs: number | undefined;
}

/** Starts the heartbeat; `undefined` when it is off, or when comments would be part of the response. */
export function startHeartbeat(
  response: ServerResponse,
  { stream, asList }: RelayRequest,
  { id, translator }: Dialect,
  { options, heartbeatMs }: HeartbeatSettings,
): SseHeartbeat | undefined {
  if (!options['general_setting.ping_interval_enabled']) return undefined;
  const everyMs = heartbeatMs ?? options['general_setting.ping_interval_seconds'] * 1000;
  return takesComments({ stream, asList }, { id, translator })
    ? new SseHeartbeat(response, everyMs)
    : undefined;
}

/** Whether the caller reads events, in which comments have no meaning. */
function takesComments(
  { stream, asList }: Pick<RelayRequest, 'stream' | 'asList'>,
  { id, translator }: Pick<Dialect, 'id' | 'translator'>,
): boolean {
  return stream && !asList && (translator !== undefined || id === 'completions');
}

interface CommentedResponse {
  readonly response: ServerResponse;
  readonly heartbeat?: SseHeartbeat | undefined;
}

/** Passes on the comments of a provider that has nothing to send yet. */
export function forwardComments(
  { response, heartbeat }: CommentedResponse,
  { relayRequest, dialect }: { readonly relayRequest: RelayRequest; readonly dialect: Dialect },
  comments: Buffer,
): void {
  if (!takesComments(relayRequest, dialect) || response.destroyed || response.writableNeedDrain) return;
  beginStream(response);
  heartbeat?.touch(comments);
  response.write(comments);
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** Sends the head of a stream, unless it is sent already. */
export function beginStream(response: ServerResponse, contentType = EVENT_STREAM): void {
  if (response.headersSent) return;
  response.writeHead(200, [
    'content-type',
    contentType,
    'cache-control',
    'no-cache',
    'x-accel-buffering',
    'no',
  ]);
  if (response instanceof GatewayResponse) response.frameChunks();
}

/** Whether the caller has only whole events: a blank line inside one would split it. */
function endsEvent(last: Buffer | string | undefined): boolean {
  if (last === undefined) return true;
  const tail =
    typeof last === 'string' ? last.slice(-3) : last.toString('latin1', Math.max(0, last.length - 3));
  return /\n\r?\n$/.test(tail);
}
