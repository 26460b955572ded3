import type { LogEntry } from '@tollgate/contract';
import { focusPeek } from '@tollgate/ui/data';
import { useSearchParams } from '@tollgate/ui/router';
import { type FocusEvent, startTransition, useCallback, useOptimistic } from 'react';

const ENTRY = 'entry';

interface PeekState {
  entry: LogEntry | undefined;
  /** Opened again, an entry takes the focus. */
  open: (entry: LogEntry) => void;
  close: () => void;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  /** While an entry is open, it follows the row that has the focus: J, K and the arrows move both. */
  onFocus: (event: FocusEvent) => void;
}

/**
 * The entry that is shown next to the log. Its request ID (for entries without one, the number) is in the URL, so
 * that a link leads to it.
 *
 * @param firstIndex of the rows among all records of the list, from 0
 */
export function usePeek(rows: readonly LogEntry[], firstIndex: number): PeekState {
  const [params, setParams] = useSearchParams();
  // The rows and the entry change at once; the address, for which the whole console renders, follows after the frame.
  const [name, setName] = useOptimistic(params.get(ENTRY));
  const at = name === null ? -1 : rows.findIndex((row) => nameOf(row) === name);
  const entry = rows[at];

  const show = useCallback(
    (row: LogEntry | undefined) =>
      startTransition(() => {
        setName(row ? nameOf(row) : null);
        setParams(
          (current) => {
            if (row) current.set(ENTRY, nameOf(row));
            else current.delete(ENTRY);
            return current;
          },
          { replace: true, preventScrollReset: true },
        );
      }),
    [setName, setParams],
  );
  const step = (row: LogEntry | undefined) => row && (() => show(row));

  return {
    entry,
    open: (row) => (row === entry ? focusPeek() : show(row)),
    close: () => show(undefined),
    previous: step(rows[at - 1]),
    next: at < 0 ? undefined : step(rows[at + 1]),
    onFocus({ target }) {
      const row = target instanceof HTMLElement ? target.closest('[data-row]') : null;
      const focused = row && rows[Number(row.getAttribute('aria-rowindex')) - 2 - firstIndex];
      if (entry && focused && focused !== entry) show(focused);
    },
  };
}

/** Returns the address of an entry: the second of its call, so that it is on the first page. */
export function linkTo(entry: LogEntry): string {
  const { origin, pathname } = window.location;
  const query = new URLSearchParams({
    time: `${entry.created_at}-${entry.created_at}`,
    [ENTRY]: nameOf(entry),
  });
  return `${origin}${pathname}?${query}`;
}

function nameOf({ request_id, id }: LogEntry): string {
  return request_id || String(id);
}
