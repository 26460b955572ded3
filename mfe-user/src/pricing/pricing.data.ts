import { useData } from '@tollgate/api-client';
import { useSession } from '@tollgate/console-sdk';
import { getStatus, listOwnUsage, listPricing } from '@tollgate/contract';
import { useDeferredValue, useMemo } from 'react';
import { findModels, type ModelSearch, sortModels } from './prices.ts';

export function usePriceList() {
  return useData(listPricing, {});
}

/** Returns the billing group of this user; for visitors the group of a new account. */
export function useOwnGroup(): string {
  return useSession().user?.group || 'default';
}

/** Returns the sorted matches of a search. Typing has priority: the table follows when idle. */
export function useFoundModels(search: ModelSearch) {
  const prices = usePriceList();
  const sorted = useMemo(() => sortModels(prices.data?.data ?? []), [prices.data]);
  const wanted = useDeferredValue(JSON.stringify(search));
  const found = useMemo(() => findModels(sorted, JSON.parse(wanted) as ModelSearch), [sorted, wanted]);
  const data = useMemo(() => ({ items: [...found], total: found.length }), [found]);
  return { ...prices, list: prices.data, data: prices.data && data };
}

/** The base URL for programs. */
export function useGatewayAddress(): string {
  const { data } = useData(getStatus, {}, { revalidateIfStale: false });
  return (data?.server_address || location.origin).replace(/\/+$/, '');
}

/** What the user spent on a model in the last 30 days; undefined for visitors, and while it is nothing. */
export function useOwnSpend(model: string): { quota: number; calls: number } | undefined {
  const { data } = useData(listOwnUsage, useSession().user ? {} : null);
  const hours = data?.filter(({ model_name }) => model_name === model) ?? [];
  if (hours.length === 0) return undefined;
  const sum = (part: 'quota' | 'count') => hours.reduce((total, hour) => total + hour[part], 0);
  return { quota: sum('quota'), calls: sum('count') };
}
