import { useAction, useData } from '@tollgate/api-client';
import {
  createLimit,
  deleteLimit,
  getLimitHistory,
  getLimitUsage,
  getSiteLimit,
  type Input,
  type LimitRule,
  type LimitRuleDraft,
  listCloseLimits,
  listLimits,
  simulateLimit,
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

/** What was spent in the latest spans of time of a rule, newest first. */
export function useLimitHistory(id: number) {
  return useData(getLimitHistory, { id });
}

/** Who has used most of a limit. */
export function useCloseLimits() {
  return useData(listCloseLimits, {}, { refreshInterval: USE_REFRESH_MS });
}

/** The model rate limit of the settings. */
export function useSiteLimit() {
  return useData(getSiteLimit, {});
}

/** Tries a rule on the calls of the last days. */
export function useSimulation() {
  const { run, pending } = useAction(simulateLimit);
  const simulate = ({ scope, scope_id = '', models, resource, amount, window, time_zone }: LimitRuleDraft) =>
    run({ scope, scope_id: String(scope_id), models, resource, amount, window, time_zone });
  return { simulate, pending };
}

/** Creates a rule, or saves an existing one. */
export function useSaveLimit(rule: LimitRule | undefined) {
  const create = useAction(createLimit, { refresh: [listLimits, getLimitUsage, listCloseLimits] }).run;
  const update = useAction(updateLimit, { refresh: [listLimits, getLimitUsage, listCloseLimits] }).run;
  return async (form: LimitForm) => {
    if (rule) await update({ id: rule.id, ...toDraft(form) });
    else await create(toDraft(form));
  };
}

export function useSwitchLimit() {
  const { run } = useAction(updateLimit, { refresh: [listLimits, listCloseLimits] });
  return ({ id, enabled }: LimitRule) => run({ id, enabled: !enabled });
}

export function useDeleteLimit() {
  const { run } = useAction(deleteLimit, { refresh: [listLimits, listCloseLimits] });
  return ({ id }: LimitRule) => run({ id });
}
