import type { BookEntry } from '@tollgate/contract';

/** Whether a vendor stops the model within 30 days, or did. */
export function isEnding({ deprecated, offered }: BookEntry, now = Date.now()): boolean {
  return offered && deprecated !== '' && Date.parse(deprecated) - now < THIRTY_DAYS_MS;
}

const THIRTY_DAYS_MS = 30 * 86_400_000;
