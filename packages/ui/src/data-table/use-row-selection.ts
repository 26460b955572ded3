import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RowSelection, Selection, StoredSelection } from './types.ts';

type Key = string | number;

/**
 * Returns the selection of a list. `shown` are the rows of the current page.
 *
 * @param most that can be selected
 */
export function useRowSelection<Row extends { id: number }>(
  shown: readonly Row[] = [],
  most = Number.POSITIVE_INFINITY,
): RowSelection<Row> {
  const [store] = useState(() => createStore<Row>(most));
  useEffect(() => store.learn(shown), [store, shown]);
  return store;
}

function createStore<Row extends { id: number }>(most: number) {
  const known = new Map<Key, Row>();
  const listeners = new Set<() => void>();
  let selected: readonly Row[] = [];

  function set(next: readonly Row[]) {
    selected = next;
    for (const listener of listeners) listener();
  }
  return {
    read: () => selected,
    onChange: (keys: readonly Key[]) => set(keys.flatMap((key) => known.get(key) ?? []).slice(0, most)),
    clear: () => set([]),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Takes the newest state of rows, also of selected ones. */
    learn: (shown: readonly Row[]) => {
      for (const row of shown) known.set(row.id, row);
      const next = selected.map((row) => known.get(row.id) ?? row);
      if (next.some((row, index) => row !== selected[index])) set(next);
    },
  };
}

/** Returns what the table shows of a selection, and renders again when it changes. */
export function useShownKeys<Row>(
  selection: Selection | StoredSelection<Row> | undefined,
  keyOf: (row: Row) => Key,
): Selection | undefined {
  const store = selection && 'rows' in selection ? selection.rows : undefined;
  const rows = useSyncExternalStore(store?.subscribe ?? never, store?.read ?? nothing) as readonly Row[];
  if (!selection || !('rows' in selection)) return selection;
  return { keys: rows.map(keyOf), onChange: selection.rows.onChange, actions: selection.actions(rows) };
}

const never = () => () => {};
const none: readonly never[] = [];
const nothing = () => none;
