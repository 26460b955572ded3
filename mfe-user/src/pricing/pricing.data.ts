import { useData } from '@tollgate/api-client';
import { useSession } from '@tollgate/console-sdk';
import { listPricing } from '@tollgate/contract';
import { useDeferredValue, useMemo } from 'react';
import { searchModels, sortModels } from './prices.ts';

export function usePriceList() {
  return useData(listPricing, {});
}

/** The group that calls of this person are billed by; visitors see the one of a new account. */
export function useOwnGroup(): string {
  return useSession().user?.group || 'default';
}

/** The models that a search finds, in their order. Typing goes first: the table follows when it can. */
export function useFoundModels(search: string) {
  const prices = usePriceList();
  const sorted = useMemo(() => sortModels(prices.data?.data ?? []), [prices.data]);
  const wanted = useDeferredValue(search);
  const found = useMemo(() => searchModels(sorted, wanted), [sorted, wanted]);
  const data = useMemo(() => ({ items: [...found], total: found.length }), [found]);
  return { ...prices, list: prices.data, data: prices.data && data };
}
