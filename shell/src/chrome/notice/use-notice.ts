import { useData } from '@tollgate/api-client';
import { getNotice } from '@tollgate/contract';

/** The notice of the administrators; undefined while there is none, or none is known. */
export function useNotice(): string | undefined {
  const { data } = useData(getNotice, {}, { revalidateOnFocus: false });
  return data?.trim() || undefined;
}
