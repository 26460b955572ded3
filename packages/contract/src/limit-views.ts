import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { commaText, queryInteger, quotaAmount } from './field-schemas.ts';
import { limitResources, limitScopes, ownLimit, timeZoneName, windowText } from './limits.ts';

/** Spans of time of a rule that begin at the same moment, added up. */
export const limitPeriod = z.object({
  /** Seconds since 1970; 0 for rules without a beginning. */
  starts_at: z.int(),
  /** Windows in it: with `each` one for everybody who called. */
  windows: z.int(),
  /** Spent in all of them. */
  spent: z.int(),
  /** Spent in the one with the most. */
  highest: z.int(),
  calls: z.int(),
});
export type LimitPeriod = z.output<typeof limitPeriod>;

/** A rule with the window of this moment of one whom it limits. */
export const limitUse = z.extend(ownLimit, {
  /** With `each`: whose window it is. Empty otherwise. */
  subject: z.string(),
});
export type LimitUse = z.output<typeof limitUse>;

/** What a rule would have done with the calls of the usage log. */
export const limitSimulation = z.object({
  /** Seconds since 1970: the calls since then were looked at. */
  since: z.int(),
  /** Whether these are all calls of the last seven days. Otherwise the latest ones. */
  is_whole: z.boolean(),
  /** Calls that the rule would have counted or refused. */
  calls: z.int(),
  refused: z.int(),
  /** How many users would have had a refused call. */
  users: z.int(),
  /** Those with the most refused calls. */
  top: z.array(z.object({ user_id: z.int(), username: z.string(), refused: z.int() })),
});
export type LimitSimulation = z.output<typeof limitSimulation>;

/** The model rate limit of the settings, which limits each user by itself. */
export const siteLimit = z.object({
  enabled: z.boolean(),
  minutes: z.int(),
  /** Requests of all kinds; 0: any number. */
  requests: z.int(),
  /** Requests that are answered. */
  answered: z.int(),
});
export type SiteLimit = z.output<typeof siteLimit>;

export const getLimitHistory = endpoint({
  address: 'GET /api/limit/history',
  summary: 'What was spent of a limit rule in its latest sixty spans of time, newest first.',
  access: 'admin',
  input: z.object({ id: queryInteger }),
  output: z.array(limitPeriod),
});

export const listCloseLimits = endpoint({
  address: 'GET /api/limit/close',
  summary:
    'Who has used most of a limit: at least this percentage (80 by default) of a window, fullest first.',
  access: 'admin',
  input: z.object({ percent: queryInteger }),
  output: z.array(limitUse),
});

export const listLimitsOf = endpoint({
  address: 'GET /api/limit/of',
  summary: 'The enabled rules that limit one user, group, token or channel, with the window of this moment.',
  access: 'admin',
  input: z.object({
    scope: z.enum(['user', 'group', 'token', 'channel']),
    /** Of groups, empty: all of them. */
    scope_id: z._default(z.string().check(z.trim(), z.maxLength(64)), ''),
  }),
  output: z.array(limitUse),
});

export const simulateLimit = endpoint({
  address: 'GET /api/limit/simulate',
  summary:
    'How many calls of the last seven days a rule would have refused. Looks at 200,000 calls at most, by what they cost in the end.',
  access: 'admin',
  input: z.object({
    scope: z.enum(limitScopes),
    scope_id: z._default(z.string().check(z.trim(), z.maxLength(64)), ''),
    models: z._default(commaText, ''),
    resource: z.enum(limitResources),
    amount: z.pipe(z.coerce.number(), quotaAmount),
    window: z._default(windowText, 'forever'),
    time_zone: z._default(timeZoneName, 'UTC'),
  }),
  output: limitSimulation,
});

export const getSiteLimit = endpoint({
  address: 'GET /api/limit/site',
  summary: 'The model rate limit of the settings, which is checked before all rules.',
  access: 'admin',
  input: z.object({}),
  output: siteLimit,
});
