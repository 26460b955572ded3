import { EACH, type LimitAction, type LimitResource, type LimitScope } from '@tollgate/contract';
import type { LimitRuleRow } from './repository/limit-rules.ts';

/** A limit rule, prepared for use on every call. */
export interface Rule {
  readonly id: number;
  readonly name: string;
  readonly scope: LimitScope;
  /** `undefined`: each one by itself. Empty: everybody together. */
  readonly target: string | undefined;
  readonly resource: LimitResource;
  readonly amount: number;
  readonly window: string;
  readonly timeZone: string;
  readonly whenFull: LimitAction;
  readonly waitMs: number;
  /** Percents, ascending. */
  readonly warnAt: readonly number[];
  /** Seconds since 1970. */
  readonly from: number;
  readonly series: number;
  /** Whether it limits calls of this model. */
  limitsModel(model: string): boolean;
}

export function toRule(row: LimitRuleRow): Rule {
  const patterns = splitList(row.models).map(toPattern);
  return {
    id: row.id,
    name: row.name,
    scope: row.scope as LimitScope,
    target: row.scope_id === EACH ? undefined : row.scope_id,
    resource: row.resource as LimitResource,
    amount: row.amount,
    window: row.window,
    timeZone: row.time_zone,
    whenFull: row.when_full as LimitAction,
    waitMs: row.wait_seconds * 1000,
    warnAt: splitList(row.warn_at).map(Number),
    from: row.from,
    series: row.series,
    limitsModel: (model) => patterns.length === 0 || patterns.some((pattern) => matches(pattern, model)),
  };
}

/** Whom a call belongs to, in each scope. */
export interface Subjects {
  readonly everybody?: string;
  readonly user?: string;
  readonly group?: string;
  readonly token?: string;
  readonly channel?: string;
  readonly channel_key?: string;
}

/**
 * Returns whose window a call counts in: empty for a rule with one window. Undefined when the rule does not
 * limit the call. A rule for keys of a channel limits each of them by itself.
 */
export function subjectOf({ scope, target }: Rule, subjects: Subjects): string | undefined {
  const own = subjects[scope];
  if (own === undefined) return undefined;
  if (scope === 'everybody') return '';
  if (target === undefined) return own;
  if (scope === 'channel_key') return own.startsWith(`${target}-`) ? own : undefined;
  return own === target ? '' : undefined;
}

export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** The texts between the `*` of a pattern. */
function toPattern(pattern: string): string[] {
  return pattern.split('*');
}

/** Compares without a regular expression, which an administrator could make slow. */
function matches([first = '', ...rest]: readonly string[], model: string): boolean {
  const last = rest.pop();
  if (last === undefined) return model === first;
  if (!model.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = model.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return model.length - last.length >= at && model.endsWith(last);
}
