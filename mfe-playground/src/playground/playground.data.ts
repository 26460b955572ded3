import { useData } from '@tollgate/api-client';
import { listOwnGroups, listOwnModels } from '@tollgate/contract';

export function useModels() {
  return useData(listOwnModels, {});
}

/** Options of the group select: key, description and ratio. */
export function useGroups() {
  const { data, ...source } = useData(listOwnGroups, {});
  const groups = Object.entries(data ?? {}).map(([key, { desc, ratio }]) => ({ key, desc, ratio }));
  return { ...source, groups };
}
