import type { DataSource } from '@tollgate/ui/data';

interface Asked<T> {
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  isValidating: boolean;
  mutate: () => unknown;
}

/** The rows of a list that does not say how many there are, and that number from beside it, as one source. */
export function countedSource<Row>(rows: Asked<Row[]>, count: Asked<{ total: number }>): DataSource<Row> {
  return {
    data: rows.data && count.data && { items: rows.data, total: count.data.total },
    error: rows.error ?? count.error,
    isLoading: rows.isLoading || count.isLoading,
    isValidating: rows.isValidating,
    retry: () => Promise.all([rows.mutate(), count.mutate()]),
  };
}
