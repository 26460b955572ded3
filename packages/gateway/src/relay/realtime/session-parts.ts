import type { ConversationMeter } from './conversation-meter.ts';
import type { UpstreamSession } from './dial.ts';
import type { AudioFormat } from './output-meter.ts';
import type { SessionBilling } from './session-billing.ts';

/** The parts of a session that its responses need. */
export interface SessionParts {
  readonly line: UpstreamSession;
  readonly billing: SessionBilling;
  readonly conversation: ConversationMeter;
  readonly format: AudioFormat;
  readonly isBeta: boolean;
  /** Cancels a response at the provider. */
  cancel(id: string | undefined): void;
  /** Sends an error event to the caller; the session goes on. */
  refuse(error: unknown, eventId?: string): void;
  /** A response is charged after its end, or did not begin. */
  onEnd(): void;
  /** Runs work that the end of the session waits for. */
  track(work: Promise<void>): void;
}
