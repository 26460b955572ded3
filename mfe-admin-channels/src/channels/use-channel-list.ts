import { useArea } from '@tollgate/console-sdk';
import { type ListState, useListState } from '@tollgate/ui/data';
import { useState } from 'react';

export type ChannelFilters = {
  /** Part of a name, or a whole id or key. */
  keyword: string;
  model: string;
  group: string;
  /** Number of a status; empty means all. */
  status: string;
  /** Number of a type; empty means all. */
  type: string;
};

export interface ChannelList extends ListState<ChannelFilters> {
  /** Newest first in place of by priority. */
  idSort: boolean;
  setIdSort: (idSort: boolean) => void;
}

const ID_SORT = 'id-sort';
const noFilters: ChannelFilters = { keyword: '', model: '', group: '', status: '', type: '' };

/** Filters and page live in the address bar; the order is remembered in this browser. */
export function useChannelList(): ChannelList {
  const { storage } = useArea();
  const list = useListState<ChannelFilters>({ filters: noFilters, pageSize: 10 });
  const [idSort, setIdSort] = useState(() => storage.get(ID_SORT) === 'true');
  return {
    ...list,
    idSort,
    setIdSort: (next) => {
      storage.set(ID_SORT, String(next));
      setIdSort(next);
      list.setPage(1);
    },
  };
}

/** What the server is asked for. */
export function toQuery({ page, pageSize, filters, idSort }: ChannelList) {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return {
    p: page,
    page_size: pageSize,
    ...(idSort && { id_sort: true }),
    ...(Object.fromEntries(given) as Partial<ChannelFilters>),
  };
}
