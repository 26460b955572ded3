import { type ListState, useListState } from '@tollgate/ui/data';
import { useState } from 'react';

export type TokenFilters = {
  /** Part of a name, or of a key when it starts with `sk-`. */
  keyword: string;
  /** Number of a status; empty means all. */
  status: string;
};

/** Search, status and page of the list, kept in the URL; except keys, which must not be stored anywhere. */
export function useTokenList(): ListState<TokenFilters> {
  const list = useListState<TokenFilters>({ filters: { keyword: '', status: '' } });
  const [key, setKey] = useState('');
  if (key === '') return { ...list, setFilters: change };

  return {
    ...list,
    filters: { ...list.filters, keyword: key },
    activeFilters: [...new Set([...list.activeFilters, 'keyword'])],
    isFiltered: true,
    setFilters: change,
    clearFilters: () => {
      setKey('');
      list.clearFilters();
    },
  };

  function change({ keyword, ...others }: Partial<TokenFilters>) {
    if (keyword === undefined) return list.setFilters(others);
    setKey(isKey(keyword) ? keyword : '');
    return list.setFilters({ ...others, keyword: isKey(keyword) ? '' : keyword });
  }
}

/** Returns the query of the shown page. */
export function toQuery({ page, pageSize, filters }: ListState<TokenFilters>) {
  return {
    p: page,
    page_size: pageSize,
    ...(filters.keyword && { [isKey(filters.keyword) ? 'token' : 'keyword']: filters.keyword }),
    ...(filters.status && { status: filters.status }),
  };
}

/** Returns whether a search is for a key rather than for a name. */
export function isKey(keyword: string): boolean {
  return keyword.startsWith('sk-');
}
