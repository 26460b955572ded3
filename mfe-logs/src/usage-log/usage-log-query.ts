import type { Input, listLogs } from '@tollgate/contract';
import { rangeFromText } from '@tollgate/ui/data';

/** The filters of the usage log in the URL: texts, empty when not set. */
export type LogFilters = {
  /** Unix seconds as `from-to`; empty means the default range. */
  time: string;
  token_name: string;
  model_name: string;
  group: string;
  /** Number of a log type; empty means all. */
  type: string;
  /** Only for admins. */
  channel: string;
  /** Only for admins. */
  username: string;
};

export const noFilters: LogFilters = {
  time: '',
  token_name: '',
  model_name: '',
  group: '',
  type: '',
  channel: '',
  username: '',
};

export type LogQuery = Omit<Input<typeof listLogs>, 'p' | 'page_size'>;

/** From and to, in unix seconds. */
export interface TimeRange {
  start: number;
  end: number;
}

/** Today since midnight, and one hour ahead, so that new rows are included. */
export function defaultRange(now: Date): TimeRange {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return { start: toSeconds(midnight), end: toSeconds(now) + 3600 };
}

/** Returns the query of the list and the statistic. Drops admin filters for other users. */
export function toQuery(filters: LogFilters, fallback: TimeRange, isAdmin: boolean): LogQuery {
  const { token_name, model_name, group, type, channel, username } = filters;
  const range = readRange(filters.time, fallback);
  return {
    start_timestamp: range.start,
    end_timestamp: range.end,
    ...(token_name && { token_name }),
    ...(model_name && { model_name }),
    ...(group && { group }),
    ...(type && { type }),
    ...(isAdmin && channel && { channel }),
    ...(isAdmin && username && { username }),
  };
}

/** Returns the range of the URL, else the default one. */
export function readRange(time: string, fallback: TimeRange): TimeRange {
  const range = rangeFromText(time);
  return range ? { start: range[0], end: range[1] } : fallback;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
