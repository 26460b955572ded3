import { useMemo, useRef, useState } from 'react';
import { readLocal, writeLocal } from '../provider/local-storage.ts';
import type { DataColumn } from './types.ts';

export interface ColumnChoice<Row> {
  shown: DataColumn<Row>[];
  /** Shows or hides one column. The first one is always visible: it identifies the row. */
  toggle: (key: string) => void;
  reset: () => void;
  /** Returns whether the user showed or hid the column. */
  isDecided: (key: string) => boolean;
}

/** The columns that a user has chosen, stored under `columns:<storageKey>`. */
export function useColumns<Row>(
  given: DataColumn<Row>[],
  storageKey: string | undefined,
  /** Columns without room, unless the user chose them. */
  crowded: ReadonlySet<string> = none,
): ColumnChoice<Row> {
  const columns = useSameColumns(given);
  const [choices, setChoices] = useState(() => read(storageKey));
  const isShown = ({ key, optional = false }: DataColumn<Row>, index: number) =>
    index === 0 || (choices[key] ?? !(optional || crowded.has(key)));

  function keep(next: Record<string, boolean>) {
    setChoices(next);
    if (storageKey)
      writeLocal(`columns:${storageKey}`, Object.keys(next).length ? JSON.stringify(next) : undefined);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `isShown` follows choices and room
  const shown = useMemo(() => columns.filter(isShown), [columns, choices, crowded]);
  return {
    shown,
    toggle: (key) => {
      const index = columns.findIndex((column) => column.key === key);
      keep({ ...choices, [key]: !isShown(columns[index]!, index) });
    },
    reset: () => keep({}),
    isDecided: (key) => choices[key] !== undefined,
  };
}

/** Returns the earlier list while it has the same columns: pages join theirs with those of other areas. */
function useSameColumns<Row>(next: DataColumn<Row>[]): DataColumn<Row>[] {
  const kept = useRef(next);
  const { current } = kept;
  const isSame = current.length === next.length && current.every((column, index) => column === next[index]);
  if (!isSame) kept.current = next;
  return kept.current;
}

const none: ReadonlySet<string> = new Set();

function read(storageKey: string | undefined): Record<string, boolean> {
  const stored = storageKey && readLocal(`columns:${storageKey}`);
  if (!stored) return {};
  try {
    return JSON.parse(stored) as Record<string, boolean>;
  } catch {
    return {};
  }
}
