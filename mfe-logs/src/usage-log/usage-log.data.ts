import { useData } from '@tollgate/api-client';
import {
  getLogBars,
  getLogStat,
  getOwnLogBars,
  getOwnLogStat,
  type Input,
  type LogEntry,
  type LogGrouping,
  listGroups,
  listLogGroups,
  listLogs,
  listOwnGroups,
  listOwnLogGroups,
  listOwnLogs,
  ownLogGroupings,
  searchUsers,
} from '@tollgate/contract';
import { atCall, type PageRange } from '../shared/use-time-range.ts';
import type { LogQuery } from './usage-log-query.ts';

interface Reading {
  range: PageRange;
  /** Milliseconds between loads; 0 loads once. */
  everyMs: number;
}

/** One page of the log: everybody's for admins, else the user's own. */
export function useUsageLog(query: Input<typeof listLogs>, { range, everyMs }: Reading, isAdmin: boolean) {
  const options = { atCall: atCall(range), refreshInterval: everyMs };
  const everybody = useData(listLogs, isAdmin ? query : null, options);
  const own = useData(listOwnLogs, isAdmin ? null : query, options);
  return isAdmin ? everybody : own;
}

/** Quota spent within the filters; calls and tokens of the last minute. Never of an earlier search. */
export function useUsageStat(query: LogQuery, { range, everyMs }: Reading, isAdmin: boolean) {
  const fresh = { keepPreviousData: false, atCall: atCall(range), refreshInterval: everyMs };
  const everybody = useData(getLogStat, isAdmin ? query : null, fresh);
  const own = useData(getOwnLogStat, isAdmin ? null : query, fresh);
  return isAdmin ? everybody : own;
}

/** Requests within the filters over time. */
export function useLogBars(query: LogQuery, { range, everyMs }: Reading, isAdmin: boolean) {
  const options = { atCall: atCall(range), refreshInterval: everyMs };
  const everybody = useData(getLogBars, isAdmin ? query : null, options);
  const own = useData(getOwnLogBars, isAdmin ? null : query, options);
  return isAdmin ? everybody : own;
}

/** Requests within the filters by what they have in common; users group by model or token. */
export function useLogGroups(
  { by, ...query }: LogQuery & { by: LogGrouping },
  { range, everyMs }: Reading,
  isAdmin: boolean,
) {
  const options = { atCall: atCall(range), refreshInterval: everyMs };
  const ownBy = ownLogGroupings.find((grouping) => grouping === by) ?? 'model';
  const everybody = useData(listLogGroups, isAdmin ? { ...query, by } : null, options);
  const own = useData(listOwnLogGroups, isAdmin ? null : { ...query, by: ownBy }, options);
  return isAdmin ? everybody : own;
}

/** Names of the groups for the filter: all of them for admins, else the user's own. */
export function useGroupNames(isAdmin: boolean): string[] {
  const all = useData(listGroups, isAdmin ? {} : null);
  const own = useData(listOwnGroups, isAdmin ? null : {});
  return isAdmin ? (all.data ?? []) : Object.keys(own.data ?? {});
}

/** The user of an entry. Search finds users of every role; the endpoint of one user only lower roles. */
export function useUserOf({ username, user_id }: Pick<LogEntry, 'username' | 'user_id'>) {
  const { data, ...rest } = useData(searchUsers, { keyword: username, page_size: 100 });
  const user =
    data?.items.find(({ id }) => id === user_id) ?? data?.items.find((one) => one.username === username);
  return { ...rest, user };
}
