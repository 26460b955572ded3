import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { commaText, queryInteger, queryText, quotaAmount, rowId, unixSeconds } from './field-schemas.ts';
import { pageOf, pageQuery } from './page.ts';

export const limitScopes = ['everybody', 'user', 'group', 'token', 'channel', 'channel_key'] as const;
export type LimitScope = (typeof limitScopes)[number];

/** `quota` is money, `tokens` is text, `requests` counts calls that begin, `concurrent` counts running calls. */
export const limitResources = ['quota', 'tokens', 'requests', 'concurrent'] as const;
export type LimitResource = (typeof limitResources)[number];

/** What a full rule does with a call. `skip` passes a full channel over. */
export const limitActions = ['refuse', 'wait', 'skip'] as const;
export type LimitAction = (typeof limitActions)[number];

export const calendarWindows = ['minute', 'hour', 'day', 'week', 'month', 'forever'] as const;
export type CalendarWindow = (typeof calendarWindows)[number];

/** The scope id of a rule that limits each user, token, … by itself. */
export const EACH = 'each';
export const MAX_ROLLING_HOURS = 8784;
export const MAX_LIMIT_WAIT_SECONDS = 60;

export const windowText = z.string().check(
  z.maxLength(24),
  z.refine((text) => isLimitWindow(text), 'limit_window'),
);
export const timeZoneName = z.string().check(
  z.maxLength(64),
  z.refine((name) => isTimeZone(name), 'time_zone'),
);
/** The id of a row, the name of a group, or `each`. Empty for everybody. */
export const limitScopeId = z.union([
  z.int().check(z.minimum(0)),
  z.string().check(z.trim(), z.maxLength(64)),
]);
const warnAt = z.array(z.int().check(z.minimum(1), z.maximum(100))).check(z.maxLength(5));

const ruleName = z.string().check(z.trim(), z.maxLength(64));

const fields = {
  /** Shown in refusals. Empty: the number of the rule. */
  name: z._default(ruleName, ''),
  scope: z.enum(limitScopes),
  scope_id: z._default(limitScopeId, ''),
  /** Models with `*` for any characters. Empty: all models. */
  models: z._default(commaText, ''),
  resource: z.enum(limitResources),
  /** Quota units, tokens, calls, or running calls. */
  amount: quotaAmount,
  /** `minute`, `hour`, `day`, `week`, `month`, `forever`, or `rolling:<hours>`. Unused for `concurrent`. */
  window: z._default(windowText, 'forever'),
  /** Where days, weeks and months begin. */
  time_zone: z._default(timeZoneName, 'UTC'),
  when_full: z._default(z.enum(limitActions), 'refuse'),
  /** With `wait`: how long a call waits at most. */
  wait_seconds: z._default(z.int().check(z.minimum(0), z.maximum(MAX_LIMIT_WAIT_SECONDS)), 0),
  /** Percents of the amount at which a warning is sent, once per window. */
  warn_at: z._default(warnAt, []),
  /** Seconds since 1970 from which the rule applies; 0: at once. */
  from: z._default(unixSeconds.check(z.minimum(0)), 0),
  enabled: z._default(z.boolean(), true),
};

export const limitRule = z.object({
  id: z.int(),
  ...fields,
  /** The name of the user, token or channel that it limits; empty for others. */
  target_name: z.string(),
  created_time: z.int(),
  /** File and line that declare it; then only `tollgate apply` changes it. Absent: nothing does. */
  declared: z.optional(z.string()),
});
export type LimitRule = z.output<typeof limitRule>;
export type LimitRuleDraft = z.input<typeof createLimit.input>;

/** One window of a rule: what was spent in it, and what running calls hold. */
export const limitWindow = z.object({
  /** With `each`: whose window it is. Empty otherwise. */
  subject: z.string(),
  /** The name of that user, token or channel; empty when it has none. */
  subject_name: z.string(),
  /** Seconds since 1970; 0 for windows without a beginning. */
  starts_at: z.int(),
  /** Seconds since 1970; 0: never. */
  resets_at: z.int(),
  spent: z.int(),
  held: z.int(),
  calls: z.int(),
  /** Whether calls of this moment count in it. */
  is_current: z.boolean(),
});
export type LimitWindow = z.output<typeof limitWindow>;

/** A rule of the caller's own account or of one of its tokens, with the window of this moment. */
export const ownLimit = z.object({
  id: z.int(),
  name: z.string(),
  scope: z.enum(limitScopes),
  scope_id: limitScopeId,
  /** The name of the token, user or channel whose window it is; empty when it has none. */
  subject_name: z.string(),
  models: z.string(),
  resource: z.enum(limitResources),
  amount: z.int(),
  window: z.string(),
  time_zone: z.string(),
  spent: z.int(),
  held: z.int(),
  resets_at: z.int(),
});
export type OwnLimit = z.output<typeof ownLimit>;

export const listLimits = endpoint({
  address: 'GET /api/limit/',
  summary: 'Limit rules, newest first, filtered by scope and by whom they limit.',
  access: 'admin',
  input: z.object({ ...pageQuery, scope: queryText, scope_id: queryText }),
  output: pageOf(limitRule),
});

export const createLimit = endpoint({
  address: 'POST /api/limit/',
  summary: 'Creates a limit rule. It counts from now on.',
  access: 'admin',
  input: z.object(fields),
  output: limitRule,
});

export const updateLimit = endpoint({
  address: 'PUT /api/limit/',
  summary: 'Changes a limit rule. Another scope, model list, resource or window begins to count from zero.',
  access: 'admin',
  input: z.object({
    id: rowId,
    name: z.optional(ruleName),
    scope: z.optional(fields.scope),
    scope_id: z.optional(limitScopeId),
    models: z.optional(commaText),
    resource: z.optional(fields.resource),
    amount: z.optional(fields.amount),
    window: z.optional(windowText),
    time_zone: z.optional(timeZoneName),
    when_full: z.optional(z.enum(limitActions)),
    wait_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_LIMIT_WAIT_SECONDS))),
    warn_at: z.optional(warnAt),
    from: z.optional(unixSeconds.check(z.minimum(0))),
    enabled: z.optional(z.boolean()),
  }),
  output: limitRule,
});

export const deleteLimit = endpoint({
  address: 'DELETE /api/limit/:id',
  summary: 'Deletes a limit rule. Calls under way go on.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});

export const getLimitUsage = endpoint({
  address: 'GET /api/limit/usage',
  summary: 'The windows of a limit rule, newest first, with what is spent and held.',
  access: 'admin',
  input: z.object({ id: queryInteger }),
  output: z.array(limitWindow),
});

export const listOwnLimits = endpoint({
  address: 'GET /api/limit/self',
  summary: "The limits of the caller's account and tokens, with what is left of them.",
  access: 'user',
  input: z.object({}),
  output: z.array(ownLimit),
});

/** The hours of a rolling window; undefined for a calendar window or another text. */
export function rollingHoursOf(text: string): number | undefined {
  const hours = Number(/^rolling:([1-9]\d{0,3})$/.exec(text)?.[1]);
  return hours >= 1 && hours <= MAX_ROLLING_HOURS ? hours : undefined;
}

export function isLimitWindow(text: string): boolean {
  return (calendarWindows as readonly string[]).includes(text) || rollingHoursOf(text) !== undefined;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name !== '';
  } catch {
    return false;
  }
}
