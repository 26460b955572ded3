import { serverNow, useData } from '@tollgate/api-client';
import { LogType, listLogs, listUsage } from '@tollgate/contract';
import { useState } from 'react';

export const DAYS = 7;
const DAY_SECONDS = 86_400;

/** Daily cost and calls of a user in the last days up to now, oldest first, and their last calls. */
export function useUsageOfUser(username: string) {
  const [start_timestamp] = useState(() => Math.floor(serverNow() / 1000) - DAYS * DAY_SECONDS);
  const range = { username, start_timestamp };
  const hours = useData(listUsage, range);
  const calls = useData(listLogs, { ...range, type: LogType.consumption, p: 1, page_size: 5 });
  const days = hours.data && sumByDay(hours.data, start_timestamp);
  return { days, calls: calls.data?.items, error: hours.error ?? calls.error };
}

export interface Day {
  quota: number;
  count: number;
}

/** Sums hours into the days since `start`, in seconds. */
export function sumByDay(
  hours: readonly { created_at: number; quota: number; count: number }[],
  start: number,
): Day[] {
  const days = Array.from({ length: DAYS }, () => ({ quota: 0, count: 0 }));
  for (const { created_at, quota, count } of hours) {
    const day = days[Math.min(DAYS - 1, Math.max(0, Math.floor((created_at - start) / DAY_SECONDS)))];
    if (!day) continue;
    day.quota += quota;
    day.count += count;
  }
  return days;
}
