import type { DataSource } from '@tollgate/ui/data';

/** A list that can be loaded again. */
export type CountedSource<Row> = DataSource<Row> & { mutate: () => unknown };

interface LoadedQuery<T> {
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  isValidating: boolean;
  mutate: () => unknown;
}

/** Combines the rows of a list without a total, and the separately loaded total, into one source. */
export function countedSource<Row>(
  rows: LoadedQuery<Row[]>,
  count: LoadedQuery<{ total: number }>,
): CountedSource<Row> {
  const mutate = () => Promise.all([rows.mutate(), count.mutate()]);
  return {
    data: rows.data && count.data && { items: rows.data, total: count.data.total },
    error: rows.error ?? count.error,
    isLoading: rows.isLoading || count.isLoading,
    isValidating: rows.isValidating,
    retry: mutate,
    mutate,
  };
}
