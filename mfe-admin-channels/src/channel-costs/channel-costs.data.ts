import { useAction, useData } from '@tollgate/api-client';
import { listChannelCosts, saveChannelCosts } from '@tollgate/contract';

export function useChannelCosts(id: number) {
  return useData(listChannelCosts, { id });
}

export function useSaveCosts() {
  return useAction(saveChannelCosts, { refresh: [listChannelCosts] }).run;
}
