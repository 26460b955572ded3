import { useAction, useData } from '@tollgate/api-client';
import {
  applyPrices,
  listPrices,
  listPriceVersions,
  listPricing,
  listUnpriced,
  pinPrices,
  reviewPrices,
  setPrices,
} from '@tollgate/contract';

const refresh = [listPrices, listUnpriced, listPriceVersions, listPricing];

export function usePriceBook() {
  return useData(listPrices, {});
}

/** Models that calls are refused for. */
export function useUnpriced() {
  return useData(listUnpriced, {});
}

export function usePriceVersions(model: string) {
  return useData(listPriceVersions, { model });
}

export function useSetPrices() {
  return useAction(setPrices, { refresh }).run;
}

export function usePinPrices() {
  return useAction(pinPrices, { refresh }).run;
}

/** Reads sources and compares them with the book. */
export function useReviewPrices() {
  return useAction(reviewPrices, {});
}

export function useApplyPrices() {
  return useAction(applyPrices, { refresh });
}
