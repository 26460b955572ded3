import type { RouteChannel } from '../services/routing.ts';
import type { Prepared } from './request.ts';
import type { UpstreamStream } from './upstream.ts';

/** An upstream that began to answer. */
export interface Answer {
  channel: RouteChannel;
  prepared: Prepared;
  tried: readonly number[];
  content:
    | { kind: 'whole'; body: Buffer; json: Record<string, unknown>; contentType: string }
    | { kind: 'stream'; stream: UpstreamStream; contentType: string };
}
