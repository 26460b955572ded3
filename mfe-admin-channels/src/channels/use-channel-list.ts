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
  /** Sorts newest first instead of by priority. */
  idSort: boolean;
  setIdSort: (idSort: boolean) => void;
  /** One row per tag. */
  byTag: boolean;
  setByTag: (byTag: boolean) => void;
}

const ID_SORT = 'id-sort';
const BY_TAG = 'by-tag';
const noFilters: ChannelFilters = { keyword: '', model: '', group: '', status: '', type: '' };

/** Filters and page are part of the URL; the order is stored in this browser. */
export function useChannelList(): ChannelList {
  const list = useListState<ChannelFilters>({ filters: noFilters });
  const [idSort, setIdSort] = useRemembered(ID_SORT);
  const [byTag, setByTag] = useRemembered(BY_TAG);
  const fromTheStart = (set: (isOn: boolean) => void) => (isOn: boolean) => {
    set(isOn);
    list.setPage(1);
  };
  return {
    ...list,
    idSort,
    setIdSort: fromTheStart(setIdSort),
    byTag,
    setByTag: fromTheStart(setByTag),
  };
}

/** A choice stored in this browser. */
function useRemembered(name: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const { storage } = useArea();
  const [isOn, setOn] = useState(() => storage.get(name) === 'true');
  return [
    isOn,
    (next) => {
      storage.set(name, String(next));
      setOn(next);
    },
  ];
}

/** Returns the query for the server. */
export function toQuery(list: ChannelList) {
  const { page, pageSize, idSort } = list;
  return { p: page, page_size: pageSize, ...(idSort && { id_sort: true }), ...toFilters(list) };
}

/** Returns the filters that are set. */
export function toFilters({ filters }: ChannelList): Partial<ChannelFilters> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}
