import { useAction, useData } from '@tollgate/api-client';
import { createToken, type Input, pageTokens } from '@tollgate/contract';

/** Reads a page of the list. A new endpoint is a value of packages/contract: see docs/guides/add-an-endpoint.md. */
export function useItems(query: Input<typeof pageTokens>) {
  return useData(pageTokens, query);
}

/** Creates an item, then reloads the list. */
export function useCreateItem() {
  return useAction(createToken, { refresh: [pageTokens] }).run;
}
