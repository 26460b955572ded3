import { useData } from '@tollgate/api-client';
import { useSession } from '@tollgate/console-sdk';
import { listPricing } from '@tollgate/contract';
import { useDeferredValue, useMemo } from 'react';
import { searchModels, sortModels } from './prices.ts';

export function usePriceList() {
  return useData(listPricing, {});
}

/** Returns the billing group of this user; for visitors the group of a new account. */
export function useOwnGroup(): string {
  return useSession().user?.group || 'default';
}

/** Returns the sorted matches of a search. Typing has priority: the table follows when idle. */
export function useFoundModels(search: string) {
  const prices = usePriceList();
  const sorted = useMemo(() => sortModels(prices.data?.data ?? []), [prices.data]);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => searchModels(sorted, wanted), [sorted, wanted]);
  const data = useMemo(() => ({ items: [...found], total: found.length }), [found]);
  return { ...prices, list: prices.data, data: prices.data && data };
}
