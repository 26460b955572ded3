import { serverNow, useAction, useData, useRefresh } from '@tollgate/api-client';
import {
  getSelf,
  getStatus,
  getTopUpPrice,
  type Input,
  listOwnEntries,
  listOwnLimits,
  listOwnTopUps,
  redeemCode,
  startPayment,
  type TopUp,
} from '@tollgate/contract';
import { rangeFromText } from '@tollgate/ui/data';
import { useState } from 'react';

export function useSelf() {
  return useData(getSelf, {});
}

export function useOwnLimits() {
  return useData(listOwnLimits, {});
}

export function useStatus() {
  return useData(getStatus, {}, { revalidateIfStale: false });
}

/** Returns the units of the code. */
export function useRedeem() {
  return useAction(redeemCode, { refresh: [getSelf, listOwnEntries] });
}

/** The price of an amount, as the gateway will charge it. Waits while the amount is undefined. */
export function useTopUpPrice(amount: number | undefined) {
  return useData(getTopUpPrice, amount === undefined ? null : { amount }, {
    revalidateOnFocus: false,
    keepPreviousData: false,
  });
}

export function useStartPayment() {
  return useAction(startPayment);
}

/** The latest orders, newest first. Polls while one waits for its payment. */
export function useOrders() {
  const [isOpen, setOpen] = useState(false);
  const orders = useData(listOwnTopUps, { p: 1, page_size: 10 }, { refreshInterval: isOpen ? POLL_MS : 0 });
  const items = orders.data?.items ?? [];
  const isOpenNow = items.some((order) => isWaiting(order));
  if (isOpenNow !== isOpen) setOpen(isOpenNow);
  return { ...orders, items };
}

export function useStatement(query: Input<typeof listOwnEntries>, time: string) {
  return useData(listOwnEntries, query, { atCall: { key: time, input: () => readBounds(time) } });
}

/** Returns the bounds of a time filter at this moment. */
export function readBounds(time: string) {
  const range = rangeFromText(time, serverNow());
  return {
    ...(range && { start_timestamp: range.start }),
    ...(range?.end !== undefined && { end_timestamp: range.end }),
  };
}

/** Reloads balance and statement after a payment. */
export function useRefreshMoney() {
  const refresh = useRefresh();
  return () => refresh([getSelf, listOwnEntries]);
}

/** Recent enough to be pending: the user may be at the payment page, or the payment report may be in transit. */
export function isWaiting({ status, create_time }: TopUp, nowMs = Date.now()): boolean {
  return status === 'pending' && nowMs / 1000 - create_time < WAITING_SECONDS;
}

const WAITING_SECONDS = 15 * 60;
const POLL_MS = 3000;
