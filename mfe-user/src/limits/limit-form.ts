import {
  calendarWindows,
  EACH,
  type LimitRule,
  type LimitRuleDraft,
  limitScopes,
  rollingHoursOf,
} from '@tollgate/contract';

export const ROLLING = 'rolling';
/** A rolling window is one choice, with its hours in a field of their own. */
export const windowChoices = [...calendarWindows, ROLLING] as const;

/** The form of a rule. Fields have the names of the console API, so that an error finds its field. */
export interface LimitForm {
  name: string;
  scope: LimitRule['scope'];
  isEach: boolean;
  scope_id: string;
  models: string[];
  resource: LimitRule['resource'];
  /** Quota units, or a number of something else. */
  amount: number;
  window: (typeof windowChoices)[number];
  hours: number;
  time_zone: string;
  when_full: LimitRule['when_full'];
  wait_seconds: number;
  warn_at: string[];
  enabled: boolean;
}

/** The amounts that a form begins with: $1, or a number that makes sense for what is counted. */
export const FIRST_AMOUNTS: Record<LimitRule['resource'], number> = {
  quota: 500_000,
  tokens: 100_000,
  requests: 60,
  concurrent: 5,
};

/** The number of hours that a rolling window begins with. */
const DAY_HOURS = 24;
const WAIT_SECONDS = 10;

export function freshLimit(timeZone: string): LimitForm {
  return {
    name: '',
    scope: 'user',
    isEach: true,
    scope_id: '',
    models: [],
    resource: 'quota',
    amount: FIRST_AMOUNTS.quota,
    window: 'day',
    hours: DAY_HOURS,
    time_zone: timeZone,
    when_full: 'refuse',
    wait_seconds: WAIT_SECONDS,
    warn_at: ['80', '100'],
    enabled: true,
  };
}

/** Whom the filter of the list names: a new rule is for them. */
export function presetOf({ scope, scope_id }: { scope: string; scope_id: string }): Partial<LimitForm> {
  const known = limitScopes.find((name) => name === scope);
  if (!known) return {};
  return { scope: known, isEach: scope_id === '' && known !== 'everybody', scope_id };
}

export function toForm(rule: LimitRule): LimitForm {
  const hours = rollingHoursOf(rule.window);
  return {
    ...rule,
    isEach: rule.scope_id === EACH,
    scope_id: rule.scope_id === EACH ? '' : String(rule.scope_id),
    models: rule.models.split(',').filter(Boolean),
    window: hours === undefined ? (rule.window as LimitForm['window']) : ROLLING,
    hours: hours ?? DAY_HOURS,
    wait_seconds: rule.wait_seconds || WAIT_SECONDS,
    warn_at: rule.warn_at.map(String),
  };
}

export function toDraft(form: LimitForm): LimitRuleDraft {
  const { name, scope, isEach, scope_id, models, resource, window, hours, time_zone, enabled } = form;
  return {
    name: name.trim(),
    scope,
    scope_id: scope === 'everybody' ? '' : isEach ? EACH : scope_id.trim(),
    models: models.join(','),
    resource,
    amount: Math.trunc(form.amount),
    window: window === ROLLING ? `rolling:${Math.trunc(hours)}` : window,
    time_zone: time_zone.trim(),
    when_full: form.when_full,
    wait_seconds: form.when_full === 'wait' ? Math.trunc(form.wait_seconds) : 0,
    warn_at: hasWarnings(resource) ? form.warn_at.map(Number).filter(Number.isInteger) : [],
    enabled,
  };
}

/** Requests and running calls come and go too fast for warnings. */
export function hasWarnings(resource: LimitRule['resource']): boolean {
  return resource === 'quota' || resource === 'tokens';
}
