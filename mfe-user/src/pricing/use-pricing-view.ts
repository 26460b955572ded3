import { type ListState, useListState } from '@tollgate/ui/data';
import { useState } from 'react';
import type { ModelSearch } from './prices.ts';
import { useOwnGroup } from './pricing.data.ts';

export type PricingFilters = {
  /** Letters of a name. */
  keyword: string;
  /** The viewed group; empty for the user's own. */
  group: string;
  vendor: string;
  kind: string;
  /** A capability. */
  can: string;
  /** Tokens at least. */
  context: string;
  /** Dollars per million input tokens at most. */
  price: string;
  sort: string;
  /** `ratios` shows how prices are counted. */
  show: string;
  /** The model whose sheet is open. */
  model: string;
};

const noFilters: PricingFilters = {
  keyword: '',
  group: '',
  vendor: '',
  kind: '',
  can: '',
  context: '',
  price: '',
  sort: '',
  show: '',
  model: '',
};

export interface PricingView {
  list: ListState<PricingFilters>;
  /** The current search, including text that is being typed. */
  search: ModelSearch;
  onType: (text: string) => void;
  /** The group whose prices are shown. */
  group: string;
  own: string;
  setGroup: (group: string) => void;
  showsRatios: boolean;
  toggleRatios: () => void;
  /** The name of the model whose sheet is open; empty: none. */
  opened: string;
  open: (model: string) => void;
}

/** The current view. It is written to the URL after a pause in typing. */
export function usePricingView(): PricingView {
  const own = useOwnGroup();
  const list = useListState<PricingFilters>({ filters: noFilters });
  const { keyword, group, vendor, kind, can, context, price, sort, show, model } = list.filters;
  const [typed, setTyped] = useState({ text: keyword, over: keyword });
  const showsRatios = show === 'ratios';
  return {
    list,
    search: { text: typed.over === keyword ? typed.text : keyword, vendor, kind, can, context, price, sort },
    onType: (text) => setTyped({ text, over: keyword }),
    group: group || own,
    own,
    setGroup: (next) => list.setFilters({ group: next === own ? '' : next }),
    showsRatios,
    toggleRatios: () => list.setFilters({ show: showsRatios ? '' : 'ratios' }),
    opened: model,
    open: (name) => list.setFilters({ model: name }),
  };
}
