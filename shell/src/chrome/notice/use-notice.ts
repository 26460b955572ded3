import { useData } from '@tollgate/api-client';
import { getNotice } from '@tollgate/contract';

/** Returns the administrators' notice; undefined while there is none or it is loading. */
export function useNotice(): string | undefined {
  const { data } = useData(getNotice, {}, { revalidateOnFocus: false });
  return data?.trim() || undefined;
}
