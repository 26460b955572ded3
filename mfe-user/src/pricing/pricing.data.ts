import { useData } from '@tollgate/api-client';
import { useSession } from '@tollgate/console-sdk';
import {
  getModelService,
  getStatus,
  listOwnUsage,
  listPricing,
  type PricingEntry,
  pageTokens,
  TokenStatus,
} from '@tollgate/contract';
import { useQuotaDisplay } from '@tollgate/ui/core';
import { useDeferredValue, useMemo } from 'react';
import { isReadable } from '../tokens/token-key.tsx';
import { findModels, inputDollars, type ModelSearch, priceOf, ratioOf, sortModels } from './prices.ts';

export function usePriceList() {
  return useData(listPricing, {});
}

/** Returns the billing group of this user; for visitors the group of a new account. */
export function useOwnGroup(): string {
  return useSession().user?.group || 'default';
}

/** Returns the sorted matches of a search. Typing has priority: the table follows when idle. */
export function useFoundModels(search: ModelSearch, group: string) {
  const { quotaPerUnit } = useQuotaDisplay();
  const prices = usePriceList();
  const sorted = useMemo(() => sortModels(prices.data?.data ?? []), [prices.data]);
  const wanted = useDeferredValue(JSON.stringify(search));
  const ratio = prices.data ? ratioOf(prices.data, group) : 1;
  const found = useMemo(() => {
    const dollarsOf = (entry: PricingEntry) => inputDollars(priceOf(entry, ratio, quotaPerUnit));
    return findModels(sorted, JSON.parse(wanted) as ModelSearch, dollarsOf);
  }, [sorted, wanted, ratio, quotaPerUnit]);
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

/** How the model was served in the last day. */
export function useModelService(model: string) {
  return useData(getModelService, { model }, { revalidateOnFocus: false });
}

/** The tokens of the user that can call the model, the last used one first; none for visitors. */
export function useUsableTokens(model: string) {
  const { data } = useData(pageTokens, useSession().user ? { page_size: 100 } : null, {
    revalidateOnFocus: false,
  });
  return (data?.items ?? [])
    .filter(
      (token) =>
        token.status === TokenStatus.enabled &&
        isReadable(token) &&
        (token.unlimited_quota || token.remain_quota > 0) &&
        (!token.model_limits_enabled || token.model_limits.split(',').includes(model)),
    )
    .toSorted((one, other) => other.accessed_time - one.accessed_time);
}
