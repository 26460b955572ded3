import type { Operation } from '../providers/provider.ts';
import { WordWatchReader } from '../streaming/readers/watching.ts';

/** Counts the text of a stream in passing. */
export function tallyReader({ stream }: Operation): WordWatchReader | undefined {
  return stream?.kind === 'events' ? new WordWatchReader(stream.createReader()) : undefined;
}
