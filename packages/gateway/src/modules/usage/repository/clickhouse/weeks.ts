const DAY = 86_400;
export const WEEK = 7 * DAY;
/** 1970 began on a Thursday. */
const FIRST_MONDAY = 4 * DAY;

/** The Monday before a time, in UTC: where a partition begins. */
export function weekOf(seconds: number): number {
  return seconds < FIRST_MONDAY ? 0 : seconds - ((seconds - FIRST_MONDAY) % WEEK);
}
