import type { AuditEntry } from '@tollgate/contract';

export interface Described {
  /** True when the gateway itself acted. */
  isGuard: boolean;
  /** Last part of the action: `promote`, `canary`, `kill` ... with `-area` when it concerns the whole area. */
  key: string;
  values: { build: string; percent: string; user: string };
  /** As given by a person or the guard; empty without one. */
  reason: string;
}

/** Describes a row of the audit log for the page. Missing fields are left empty. */
export function describeEntry({ action, before, after }: AuditEntry): Described {
  const now = readFields(after);
  const name = action.slice('area.'.length);
  const build = textOf(
    now.build_id ?? (name === 'canary' ? now.canary_build : now.stable_build) ?? readFields(before).build_id,
  );
  const isWhole = (name === 'kill' || name === 'revive') && build === '';
  const isSameCanary = name === 'canary' && build === '';
  return {
    isGuard: name === 'canary_frozen',
    key: `${name}${isWhole ? '-area' : ''}${isSameCanary ? '-share' : ''}`,
    values: {
      build,
      percent: textOf(now.canary_percent ?? now.percent),
      user: textOf(now.user_id ?? readFields(before).user_id),
    },
    reason: textOf(now.reason),
  };
}

function readFields(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
