import type { AuditEntry } from '@tollgate/contract';

/** Who gets a canary: a share of the users, and named roles and users. */
export interface Audience {
  /** Absent when the entry does not change it. */
  percent?: number;
  roles: readonly number[];
  users: readonly number[];
}

export interface Described {
  /** The part of the gateway that acted by itself. Absent when a person or a deploy token acted. */
  automatic?: 'guard' | 'ramp';
  /** A text of `areas.trail`: the action with a suffix for its variants, such as `kill-area`. */
  key: string;
  values: { build: string; percent: string; user: string; origin: string };
  /** Only for a canary. */
  audience?: Audience;
  /** As given by a person or the guard; empty without one. */
  reason: string;
}

/** What the gateway records for a rollback without a reason. */
const DEFAULT_REASON: Readonly<Record<string, string>> = { rollback: 'rollback' };

const automatic: Readonly<Record<string, 'guard' | 'ramp'>> = {
  canary_frozen: 'guard',
  canary_step: 'ramp',
  canary_done: 'ramp',
};

/** Describes a row of the audit log for the page. Missing fields are left empty. */
export function describeEntry({
  action,
  before,
  after,
}: Pick<AuditEntry, 'action' | 'before' | 'after'>): Described {
  const [was, now] = [readFields(before), readFields(after)];
  const name = action.slice('area.'.length);
  const build = textOf(
    now.build_id ?? (name === 'canary' ? now.canary_build : now.stable_build) ?? was.build_id,
  );
  const audience = name === 'canary' ? readAudience(now) : undefined;
  const isWithoutTarget = name === 'rollback' && build === '';
  const reason = textOf(now.reason);
  return {
    ...(automatic[name] && { automatic: automatic[name] }),
    key: name + variantOf(name, build, audience),
    values: {
      // A rollback that leaves no build chosen names the one that users had.
      build: isWithoutTarget ? textOf(was.stable_build) : build,
      percent: textOf(now.canary_percent ?? now.percent),
      user: textOf(now.user_id ?? was.user_id),
      origin: textOf(now.origin),
    },
    ...(audience && { audience }),
    reason: reason === DEFAULT_REASON[name] ? '' : reason,
  };
}

function variantOf(name: string, build: string, audience: Audience | undefined): string {
  if (audience) return variantOfCanary(build, audience);
  if (build !== '') return '';
  if (name === 'rollback') return '-from';
  return name === 'kill' || name === 'revive' ? '-area' : '';
}

/** An entry without a build changes the audience of the same canary. */
function variantOfCanary(build: string, { percent, roles, users }: Audience): string {
  const isNamed = roles.length + users.length > 0;
  if (build !== '') return isNamed || percent ? '' : '-build';
  if (isNamed) return '-named';
  return percent === undefined ? '-who' : '-share';
}

function readAudience(now: Record<string, unknown>): Audience {
  const { roles, users } = fieldsOf(now.canary_cohorts);
  const percent = Number(now.canary_percent ?? Number.NaN);
  return { ...(!Number.isNaN(percent) && { percent }), roles: idsOf(roles), users: idsOf(users) };
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number).filter(Number.isFinite) : [];
}

/** A field that holds an object, or its JSON. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : readFields(textOf(value));
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
