import { useAction, useData } from '@tollgate/api-client';
import { createToken, type Input, pageTokens } from '@tollgate/contract';

/** A page of the list. An endpoint of your own is a value of packages/contract: see docs/guides/add-an-endpoint.md. */
export function useItems(query: Input<typeof pageTokens>) {
  return useData(pageTokens, query);
}

/** Creates one, then reads the list again. */
export function useCreateItem() {
  return useAction(createToken, { refresh: [pageTokens] }).run;
}
