import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { JsonObject } from '../request/body-scan.ts';
import type { Prepared } from '../request/request.ts';
import type { UpstreamStream } from '../upstream/upstream.ts';

/** The beginning of an upstream's response. */
export interface Answer {
  channel: RouteChannel;
  prepared: Prepared;
  triedIds: readonly number[];
  /** When the attempt that answers began, in milliseconds since 1970. */
  startedAt: number;
  /** What chose the channel, if not weight and chance. */
  affinity?: string | undefined;
  content: (
    | {
        kind: 'whole';
        body: Buffer;
        /** Long strings and lists of numbers are cut where `readWhole` is there. */
        json: Record<string, unknown>;
        readWhole?: () => JsonObject;
        contentType: string;
      }
    | { kind: 'stream'; stream: UpstreamStream; contentType: string }
    /** The caller left before the first byte, so the upstream was cancelled. */
    | { kind: 'left' }
  ) & {
    /** The provider's rate-limit headers. */
    limits?: Readonly<Record<string, string>>;
  };
}
