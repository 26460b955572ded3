import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A user in the console API. `password` and `access_token` are always empty. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  password: z._default(z.literal(''), ''),
  display_name: z.string(),
  role: z.int(),
  status: z.int(),
  email: z._default(z.string(), ''),
  github_id: z._default(z.string(), ''),
  oidc_id: z._default(z.string(), ''),
  wechat_id: z._default(z.string(), ''),
  telegram_id: z._default(z.string(), ''),
  linux_do_id: z._default(z.string(), ''),
  verification_code: z._default(z.literal(''), ''),
  access_token: z._default(z.null(), null),
  /** Quota units left, without what running calls reserve. */
  quota: z._default(z.int(), 0),
  /** Quota units that running calls reserve. What they do not use comes back to `quota`. */
  held_quota: z.optional(z.int()),
  used_quota: z._default(z.int(), 0),
  request_count: z._default(z.int(), 0),
  group: z.string(),
  aff_code: z._default(z.string(), ''),
  aff_count: z._default(z.int(), 0),
  aff_quota: z._default(z.int(), 0),
  aff_history_quota: z._default(z.int(), 0),
  inviter_id: z._default(z.int(), 0),
  DeletedAt: z._default(z.nullable(z.string()), null),
  /** JSON text of the user's settings. */
  setting: z._default(z.string(), ''),
});
export type User = z.output<typeof user>;

export const login = endpoint({
  address: 'POST /api/user/login',
  summary: 'Signs in with user name (or e-mail) and password, and starts a session.',
  access: 'public',
  onDemoSite: true,
  limit: 'critical',
  query: ['turnstile'],
  input: z.object({
    username: z.string().check(z.trim(), z.minLength(1), z.maxLength(256)),
    password: z.string().check(z.minLength(1), z.maxLength(256)),
    turnstile: z.optional(z.string()),
  }),
  output: user,
});

export const logout = endpoint({
  address: 'GET /api/user/logout',
  summary: 'Ends the session.',
  access: 'maybe-user',
  onDemoSite: true,
  changes: true,
  input: z.object({}),
  output: z.undefined(),
});

export const getSelf = endpoint({
  address: 'GET /api/user/self',
  summary: 'The signed-in user.',
  access: 'user',
  input: z.object({}),
  output: user,
});

export const groupOption = z.object({ ratio: z.number(), desc: z.string() });

export const listOwnGroups = endpoint({
  address: 'GET /api/user/self/groups',
  summary: 'The groups that the signed-in user may put on a token, with their ratios.',
  access: 'user',
  input: z.object({}),
  output: z.record(z.string(), groupOption),
});

export const listVisitorGroups = endpoint({
  address: 'GET /api/user/groups',
  summary: 'The groups that the caller may use; of a visitor, those of the default group.',
  access: 'maybe-user',
  input: z.object({}),
  output: z.record(z.string(), groupOption),
});

export const listOwnModels = endpoint({
  address: 'GET /api/user/models',
  summary: 'The models that the signed-in user can call.',
  access: 'user',
  input: z.object({}),
  output: z.array(z.string()),
});

export const listGroups = endpoint({
  address: 'GET /api/group/',
  summary: 'The names of all groups.',
  access: 'admin',
  input: z.object({}),
  output: z.array(z.string()),
});
