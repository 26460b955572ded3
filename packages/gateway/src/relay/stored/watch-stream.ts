import type { RelayContext } from '../context.ts';
import type { RelayError } from '../errors.ts';
import type { Operation } from '../providers/provider.ts';
import { WordWatchReader } from '../streaming/readers/watching.ts';
import { watchForbidden } from './forbidden-words.ts';

/** The response that a stream sends. */
interface WatchedResponse {
  readonly userId: number;
  readonly responseId: string;
}

/** Reads the text of a stream in passing: it counts if the response is cancelled, and may hold forbidden words. */
export function watchStream(
  ctx: RelayContext,
  { stream }: Operation,
  { userId, responseId }: WatchedResponse,
): (bytes: Buffer) => RelayError | undefined {
  if (stream?.kind !== 'events') return () => undefined;
  const reader = new WordWatchReader(stream.createReader());
  ctx.background.watchSent(userId, responseId, reader.tally);
  const findFault = watchForbidden(ctx, reader.tally);
  return (bytes) => {
    reader.feed(bytes);
    return findFault();
  };
}
