import type { ServerResponse } from 'node:http';
import { upstreamLimits } from '../../core/limits.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { UpstreamStream } from '../upstream/upstream.ts';
import { beginStream, type SseHeartbeat } from './heartbeat.ts';
import { LineGate } from './lines.ts';

export interface PipedStream {
  readonly stream: UpstreamStream;
  readonly response: ServerResponse;
  readonly heartbeat?: SseHeartbeat | undefined;
  /** Called with all bytes before they are sent. Returns an error that ends the stream instead. */
  onBytes?(bytes: Buffer): RelayError | undefined;
  /** Formats the event for a stream that broke off. */
  formatError(error: RelayError): string;
}

/**
 * Passes on a stream that costs nothing, because another call pays for the answer. Ends it when the caller leaves or
 * reads nothing for a minute.
 */
export async function pipeStream(
  ctx: Pick<RelayContext, 'streams' | 'stallMs'>,
  { stream, response, heartbeat, onBytes, formatError }: PipedStream,
): Promise<void> {
  let fault: RelayError | undefined;
  let stall: NodeJS.Timeout | undefined;
  const stoppable = {
    stop() {
      fault ??= new RelayError(503, 'restarting');
      stream.abort();
    },
  };
  const leave = () => stream.abort();
  const resume = () => {
    clearTimeout(stall);
    stall = undefined;
    stream.resume();
  };
  ctx.streams.add(stoppable);
  response.once('close', leave);
  beginStream(response);
  if (response.destroyed) leave();
  // An event that broke off would spoil the error behind it.
  const gate = new LineGate(upstreamLimits.mediaLineBytes);
  const broken = await stream.read((bytes) => {
    if (fault) return;
    fault = onBytes?.(bytes);
    if (fault) {
      stream.abort();
      return;
    }
    const lines = gate.push(bytes);
    if (!lines || response.destroyed) return;
    heartbeat?.touch(lines);
    if (response.write(lines) || stall) return;
    stream.pause();
    stall = setTimeout(() => response.destroy(), ctx.stallMs);
    response.once('drain', resume);
  });
  clearTimeout(stall);
  response.off('close', leave);
  ctx.streams.delete(stoppable);
  if (response.destroyed) return;
  if (broken) fault ??= new RelayError(502, 'upstream_cut');
  response.end(fault ? formatError(fault) : gate.rest());
}
