import { toUpdate, useAction, useData } from '@tollgate/api-client';
import {
  createRedemptions,
  deleteRedemption,
  getRedemption,
  type Input,
  listRedemptions,
  pageRedemptions,
  type Redemption,
  RedemptionStatus,
  searchRedemptions,
  updateRedemption,
} from '@tollgate/contract';
import type { RedemptionForm } from './redemption-form.ts';

const lists = [listRedemptions, searchRedemptions, pageRedemptions] as const;

/** Reads all codes, the matches of a search, or those of one status. */
export function useRedemptions({ keyword = '', status = '', ...page }: Input<typeof pageRedemptions>) {
  const all = useData(listRedemptions, keyword === '' && status === '' ? page : null);
  const found = useData(searchRedemptions, keyword !== '' && status === '' ? { ...page, keyword } : null);
  const some = useData(pageRedemptions, status === '' ? null : { ...page, keyword, status });
  if (status !== '') return some;
  return keyword === '' ? all : found;
}

/** Reads the current state of one code. The list may be outdated. */
export function useRedemption(id: number) {
  return useData(getRedemption, { id }, { revalidateOnFocus: false });
}

/** Returns the codes. */
export function useCreateRedemptions() {
  return useAction(createRedemptions, { refresh: lists }).run;
}

/** Saves the fields that differ from the shown code. */
export function useUpdateRedemption() {
  const { run } = useAction(updateRedemption, { refresh: [...lists, getRedemption] });
  return async (shown: Redemption, form: RedemptionForm) => {
    const [name, quota] = [form.name.trim(), Math.trunc(form.quota)];
    const changes = { ...(name !== shown.name && { name }), ...(quota !== shown.quota && { quota }) };
    if (Object.keys(changes).length === 0) return;
    return run({ id: shown.id, ...toUpdate({ name: shown.name, quota: shown.quota }, changes) });
  };
}

/** Switches between unused and disabled; used codes cannot be changed. */
export function useSwitchRedemption() {
  const { run } = useAction(updateRedemption, { refresh: lists });
  return ({ id, status }: Redemption) => {
    const { unused, disabled } = RedemptionStatus;
    return run({ id, status: status === unused ? disabled : unused, status_only: true });
  };
}

export function useDeleteRedemption() {
  const { run } = useAction(deleteRedemption, { refresh: lists });
  return ({ id }: Redemption) => run({ id });
}
