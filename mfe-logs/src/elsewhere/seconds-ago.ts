import { serverNow } from '@tollgate/api-client';

const HOUR_SECONDS = 3600;

/** Returns the start of the hour that was so many seconds ago: the same for all cells of a column. */
export function secondsAgo(seconds: number): number {
  const at = Math.floor(serverNow() / 1000) - seconds;
  return at - (at % HOUR_SECONDS);
}
