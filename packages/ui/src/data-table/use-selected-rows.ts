import { useRef, useState } from 'react';

export interface SelectedRows<Row> {
  keys: number[];
  /** In the order in which they were selected, also those of pages that are not shown any more. */
  rows: Row[];
  onChange: (keys: (string | number)[]) => void;
  clear: () => void;
}

/** Rows that are selected over several pages of a list. `shown` are those of the page on screen. */
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
