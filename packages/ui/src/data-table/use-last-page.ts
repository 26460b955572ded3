import { useEffect } from 'react';
import type { ListState } from './use-list-state.ts';

/** Goes back to the last page with rows: deleting the only row of a page must not leave an empty page. */
export function useLastPage(
  { page, pageSize, setPage }: Pick<ListState, 'page' | 'pageSize' | 'setPage'>,
  total: number | undefined,
): void {
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  useEffect(() => {
    if (total !== undefined && page > last) setPage(last);
  }, [total, page, last, setPage]);
}
