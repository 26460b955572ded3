import { useRef, useState } from 'react';

export interface SelectedRows<Row> {
  keys: number[];
  /** In order of selection, including rows of pages that are no longer shown. */
  rows: Row[];
  onChange: (keys: (string | number)[]) => void;
  clear: () => void;
}

/**
 * Rows selected over several pages of a list, kept in the page: each tick renders the page again. Builds of areas
 * from before `useRowSelection` import it at run time.
 */
export function useSelectedRows<Row extends { id: number }>(shown: readonly Row[] = []): SelectedRows<Row> {
  const [keys, setKeys] = useState<number[]>([]);
  const known = useRef(new Map<number, Row>());
  for (const row of shown) known.current.set(row.id, row);
  return {
    keys,
    rows: keys.flatMap((key) => known.current.get(key) ?? []),
    onChange: (next) => setKeys(next.map(Number)),
    clear: () => setKeys([]),
  };
}
