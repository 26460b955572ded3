import type { RouteChannel } from '../services/routing.ts';
import type { JsonObject } from './body-scan.ts';
import type { Prepared } from './request.ts';
import type { UpstreamStream } from './upstream.ts';

/** An upstream that began to answer. */
export interface Answer {
  channel: RouteChannel;
  prepared: Prepared;
  tried: readonly number[];
  content:
    | {
        kind: 'whole';
        body: Buffer;
        /** Long strings and lists of numbers are cut where `readWhole` is there. */
        json: Record<string, unknown>;
        readWhole?: () => JsonObject;
        contentType: string;
      }
    | { kind: 'stream'; stream: UpstreamStream; contentType: string };
}
