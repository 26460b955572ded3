import { useAction, useData } from '@tollgate/api-client';
import {
  createLimit,
  deleteLimit,
  getLimitUsage,
  type Input,
  type LimitRule,
  listLimits,
  updateLimit,
} from '@tollgate/contract';
import { type LimitForm, toDraft } from './limit-form.ts';

const USE_REFRESH_MS = 15_000;

export function useLimits(query: Input<typeof listLimits>) {
  return useData(listLimits, query);
}

/** The windows of a rule, newest first. */
export function useLimitWindows(id: number) {
  return useData(getLimitUsage, { id }, { refreshInterval: USE_REFRESH_MS });
}

/** Creates a rule, or saves an existing one. */
export function useSaveLimit(rule: LimitRule | undefined) {
  const create = useAction(createLimit, { refresh: [listLimits, getLimitUsage] }).run;
  const update = useAction(updateLimit, { refresh: [listLimits, getLimitUsage] }).run;
  return async (form: LimitForm) => {
    if (rule) await update({ id: rule.id, ...toDraft(form) });
    else await create(toDraft(form));
  };
}

export function useSwitchLimit() {
  const { run } = useAction(updateLimit, { refresh: [listLimits] });
  return ({ id, enabled }: LimitRule) => run({ id, enabled: !enabled });
}

export function useDeleteLimit() {
  const { run } = useAction(deleteLimit, { refresh: [listLimits] });
  return ({ id }: LimitRule) => run({ id });
}
