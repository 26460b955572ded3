import type { CallContext } from '../../core/context.ts';
import { recordAction } from '../audit/audit-log.ts';
import { change } from '../shared/change.ts';

/** Rows that are read at once: few, as an embedded database blocks the event loop meanwhile. */
export const BATCH = 500;

/** Reads batches after the last row until one is empty. Holds one batch at a time. */
export async function* batches<R>(read: (after: R | undefined) => Promise<R[]>): AsyncGenerator<R[]> {
  let last: R | undefined;
  do {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** Records an export of other users' rows in the audit log, with its filters, before the first row. */
export async function* recorded<R>(
  ctx: CallContext,
  what: string,
  filters: object,
  read: () => AsyncGenerator<R[]>,
): AsyncGenerator<R[]> {
  const activeFilters = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  await change(ctx, [], async (tx) => {
    recordAction(tx, { action: 'export', target: what, after: Object.fromEntries(activeFilters) });
  });
  yield* read();
}

/** `2026-01-31T12:00:00Z`, empty for never. */
export function isoTime(seconds: number): string {
  if (!Number.isSafeInteger(seconds) || seconds <= 0 || seconds > MAX_SECONDS) return '';
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}

/** The end of the year 9999. */
const MAX_SECONDS = 253_402_300_799;
