import type { LogEntry } from '@tollgate/contract';
import { useEntryText } from './use-entry-text.ts';

/** A one-line summary: the ratios of a call, or the event. */
export function DetailsCell({ entry }: { entry: LogEntry }) {
  const text = useEntryText(entry) || '–';
  return (
    <span className="usage-log-summary" title={text}>
      {text}
    </span>
  );
}
