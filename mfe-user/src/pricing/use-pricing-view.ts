import { type ListState, useListState } from '@tollgate/ui/data';
import { useState } from 'react';
import { useOwnGroup } from './pricing.data.ts';

type PricingFilters = {
  /** Letters of a name. */
  keyword: string;
  /** The viewed group; empty for the user's own. */
  group: string;
};

export interface PricingView {
  list: ListState<PricingFilters>;
  /** The current search, including text that is being typed. */
  search: string;
  onType: (text: string) => void;
  /** The group whose prices are shown. */
  group: string;
  own: string;
  setGroup: (group: string) => void;
}

/** The current view. It is written to the URL after a pause in typing. */
export function usePricingView(): PricingView {
  const own = useOwnGroup();
  const list = useListState<PricingFilters>({ filters: { keyword: '', group: '' } });
  const { keyword, group } = list.filters;
  const [typed, setTyped] = useState({ text: keyword, over: keyword });
  const search = typed.over === keyword ? typed.text : keyword;
  return {
    list,
    search,
    onType: (text) => setTyped({ text, over: keyword }),
    group: group || own,
    own,
    setGroup: (next) => list.setFilters({ group: next === own ? '' : next }),
  };
}
