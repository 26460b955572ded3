import { useData } from '@tollgate/api-client';
import {
  getLogStat,
  getOwnLogStat,
  type Input,
  type LogEntry,
  listGroups,
  listLogs,
  listOwnGroups,
  listOwnLogs,
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
