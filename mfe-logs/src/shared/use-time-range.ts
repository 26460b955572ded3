import { serverNow } from '@tollgate/api-client';
import { isDayWord, rangeFromText, type TimeRange, type TimeWord } from '@tollgate/ui/data';
import { useMemo, useSyncExternalStore } from 'react';

/** The time range of a page. It moves on with the server's clock while the page is open. */
export interface PageRange {
  /** Names the range in the cache. Changes at midnight where the range depends on the day. */
  key: string;
  /** Returns the range at this moment. */
  read: () => TimeRange;
}

/** Returns the range of the URL, else the default one. */
export function useTimeRange(text: string, fallback: TimeWord): PageRange {
  const day = useToday();
  return useMemo(() => {
    const used = rangeFromText(text, 0) ? text : fallback;
    return {
      key: isDayWord(used) ? `${used} ${day}` : used,
      read: () => rangeFromText(used, serverNow()) as TimeRange,
    };
  }, [text, fallback, day]);
}

/** Returns what `useData` needs to ask for the range of the moment, in seconds or in units of `perSecond`. */
export function atCall({ key, read }: PageRange, perSecond = 1) {
  return { key, input: () => toBounds(read(), perSecond) };
}

/** Returns the fields of a query. Without an end the server answers up to its own now. */
export function toBounds({ start, end }: TimeRange, perSecond = 1) {
  return {
    start_timestamp: start * perSecond,
    ...(end !== undefined && { end_timestamp: end * perSecond }),
  };
}

/** Returns the local day by the server's clock. Renders again when it changes. */
function useToday(): string {
  return useSyncExternalStore(onTick, () => new Date(serverNow()).toDateString());
}

const TICK_MS = 15_000;

/** An interval, as one timer up to midnight would be late after the machine slept. */
function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}
