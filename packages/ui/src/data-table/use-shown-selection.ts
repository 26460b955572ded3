import { useEffect, useRef } from 'react';
import { nameOf } from './row-content.tsx';
import type { ShownTable } from './types.ts';

type Key = string | number;

/**
 * Keeps a selection true: rows that were removed leave it, and selected rows of other pages or filters have a
 * name. Returns the names of those that are not shown.
 */
export function useShownSelection<Row>(props: ShownTable<Row>): string[] {
  const { source, list, selection, rowKey } = props;
  const names = useRef(new Map<Key, string>());
  const rows = source.data?.items ?? [];
  const keys = rows.map(rowKey);
  for (const row of rows) names.current.set(rowKey(row), nameOf(props, row));

  const view = JSON.stringify([list?.page, list?.pageSize, list?.sort, list?.filters]);
  const isCurrent = source.data !== undefined && !source.isLoading;
  const total = source.data?.total ?? 0;
  const earlier = useRef<{ view: string; keys: Key[]; total: number }>(undefined);
  const latest = useRef(selection);
  latest.current = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys change with the data
  useEffect(() => {
    if (!isCurrent) return;
    const before = earlier.current;
    earlier.current = { view, keys, total };
    if (!latest.current || before?.view !== view || total >= before.total) return;
    const removed = new Set(before.keys.filter((key) => !keys.includes(key)));
    const left = latest.current.keys.filter((key) => !removed.has(key));
    if (left.length < latest.current.keys.length) latest.current.onChange(left);
  }, [source.data, isCurrent, view]);

  const shown = new Set(keys);
  return (selection?.keys ?? [])
    .filter((key) => !shown.has(key))
    .map((key) => names.current.get(key) ?? String(key));
}
