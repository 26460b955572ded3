import type { RelayContext } from '../context.ts';
import type { Answer } from '../streaming/answer.ts';

interface Ended {
  readonly complete: boolean;
  /** The gateway stopped reading. */
  readonly abandoned: boolean;
  readonly firstByteAt: number | undefined;
}

/** Counts an answer at its channel. One that the gateway stopped reading says nothing of it. */
export function recordServed(
  { outcomes, now }: RelayContext,
  { channel, startedAt }: Pick<Answer, 'channel' | 'startedAt'>,
  { complete, abandoned, firstByteAt }: Ended,
  outputTokens: number,
): void {
  if (abandoned) return;
  outcomes.served({
    channelId: channel.id,
    startedAt,
    firstByteAt,
    endedAt: now(),
    outputTokens,
    isBroken: !complete,
  });
}
