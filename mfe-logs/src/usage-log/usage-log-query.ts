import {
  type Input,
  type LogGrouping,
  type listLogs,
  logGroupings,
  ownLogGroupings,
} from '@tollgate/contract';
import type { TimeWord } from '@tollgate/ui/data';

/** The filters of the usage log in the URL: texts, empty when not set. */
export type LogFilters = {
  /** A word such as `today`, or `from-to` in Unix seconds; empty means the default range. */
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
  /** A `LogGrouping`: what requests are summed by. Empty lists them one by one. */
  by: string;
};

export const noFilters: LogFilters = {
  time: '',
  token_name: '',
  model_name: '',
  group: '',
  type: '',
  channel: '',
  username: '',
  by: '',
};

/** All calls since midnight. */
export const defaultTime: TimeWord = 'today';

/** The filters of the list and the statistic, without their time range. */
export type LogQuery = Omit<Input<typeof listLogs>, 'p' | 'page_size' | 'start_timestamp' | 'end_timestamp'>;

/** What this person can group the log by. */
export function groupingsFor(isAdmin: boolean): readonly LogGrouping[] {
  return isAdmin ? logGroupings : ownLogGroupings;
}

/** Returns the query of the list and the statistic. Drops admin filters for other users. */
export function toQuery(filters: LogFilters, isAdmin: boolean): LogQuery {
  const { token_name, model_name, group, type, channel, username } = filters;
  return {
    ...(token_name && { token_name }),
    ...(model_name && { model_name }),
    ...(group && { group }),
    ...(type && { type }),
    ...(isAdmin && channel && { channel }),
    ...(isAdmin && username && { username }),
  };
}
