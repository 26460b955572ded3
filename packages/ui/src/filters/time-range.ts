/** Unix seconds, both ends included. Without an end it goes on to now. */
export interface TimeRange {
  start: number;
  end?: number;
}

/** Ranges that move on with the clock, as they are in the URL. */
export const timeWords = [
  'last-hour',
  'last-24-hours',
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
] as const;
export type TimeWord = (typeof timeWords)[number];

/** Returns whether a text is one of `timeWords`, such as `today`. */
export function isTimeWord(text: string): text is TimeWord {
  return timeWords.includes(text as TimeWord);
}

/** Whether a range depends on the local day, so that midnight changes it. */
export function isDayWord(text: string): boolean {
  return ['today', 'yesterday', 'this-month'].includes(text);
}

/** Formats a range as one filter of the URL: `1700000000-1700086400`. Empty for all time. */
export function rangeToText(range: TimeRange | undefined): string {
  return range ? `${range.start}-${range.end ?? ''}` : '';
}

/** Parses a word or the text of {@link rangeToText}, at a time. Anything else means all time. */
export function rangeFromText(text: string, nowMs: number): TimeRange | undefined {
  if (isTimeWord(text)) return rangeOfWord(text, nowMs);
  const match = /^(\d{1,12})-(\d{1,12})?$/.exec(text);
  if (!match) return undefined;
  return { start: Number(match[1]), ...(match[2] && { end: Number(match[2]) }) };
}

/** Days are local. Their lengths differ, so they are counted by the calendar. */
function rangeOfWord(word: TimeWord, nowMs: number): TimeRange {
  const now = new Date(nowMs);
  const midnight = (day: number) =>
    Math.floor(new Date(now.getFullYear(), now.getMonth(), day).getTime() / 1000);
  const since = (hours: number) => ({ start: Math.floor(nowMs / 60_000) * 60 - hours * 3600 });
  const today = now.getDate();
  const ranges: Record<TimeWord, () => TimeRange> = {
    'last-hour': () => since(1),
    'last-24-hours': () => since(24),
    today: () => ({ start: midnight(today) }),
    yesterday: () => ({ start: midnight(today - 1), end: midnight(today) - 1 }),
    'last-7-days': () => since(7 * 24),
    'last-30-days': () => since(30 * 24),
    'this-month': () => ({ start: midnight(1) }),
  };
  return ranges[word]();
}
