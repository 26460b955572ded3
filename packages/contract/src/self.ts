import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { quotaAmount } from './field-schemas.ts';
import { blankIsAbsent, displayName, emailAddress, newPassword, newUsername } from './user-fields.ts';

export const updateSelf = endpoint({
  address: 'PUT /api/user/self',
  summary:
    'Changes own name, display name or password. A new password needs the old one and ends other sessions.',
  access: 'user',
  limit: 'critical',
  input: z.object({
    username: blankIsAbsent(newUsername),
    display_name: blankIsAbsent(displayName),
    password: blankIsAbsent(newPassword),
    /** Absent only where the account has no password yet. */
    original_password: z.optional(z.string().check(z.maxLength(256))),
  }),
  output: z.undefined(),
});

export const deleteSelf = endpoint({
  address: 'DELETE /api/user/self',
  summary: 'Deletes the own account: its tokens and sessions end, its name stays taken.',
  access: 'user',
  input: z.object({}),
  output: z.undefined(),
});

export const getAffCode = endpoint({
  address: 'GET /api/user/aff',
  summary: 'The own invitation code; it is created at the first request.',
  access: 'user',
  input: z.object({}),
  output: z.string(),
});

export const transferAffQuota = endpoint({
  address: 'POST /api/user/aff_transfer',
  summary: 'Moves earnings from invitations to the own balance.',
  access: 'user',
  input: z.object({ quota: quotaAmount }),
  output: z.undefined(),
  done: 'aff_transferred',
});

/** Fields of the other kind of notification are dropped. A blank secret keeps the stored one. */
export const saveUserSetting = endpoint({
  address: 'PUT /api/user/setting',
  summary: 'How and when the signed-in user is warned, and whether unpriced models are accepted.',
  access: 'user',
  input: z.object({
    notify_type: z.enum(['email', 'webhook']),
    quota_warning_threshold: z.number().check(z.minimum(1), z.maximum(9e15)),
    webhook_url: z.optional(z.string().check(z.trim(), z.maxLength(2000))),
    webhook_secret: z.optional(z.string().check(z.trim(), z.maxLength(256))),
    notification_email: blankIsAbsent(emailAddress),
    accept_unset_model_ratio_model: z._default(z.boolean(), false),
  }),
  output: z.undefined(),
  done: 'setting_saved',
});

export const testUserSetting = endpoint({
  address: 'POST /api/user/setting/test',
  summary: 'Sends a test the way the saved setting says, and waits for the mail server or the webhook.',
  access: 'user',
  limit: 'critical',
  input: z.object({}),
  output: z.undefined(),
});

export const userSession = z.object({
  id: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: z.int(),
  last_seen_at: z.int(),
  /** The session of this request. */
  current: z.boolean(),
});
export type UserSession = z.output<typeof userSession>;

export const listSessions = endpoint({
  address: 'GET /api/user/self/sessions',
  summary: 'Where the signed-in user is signed in, latest first.',
  access: 'user',
  input: z.object({}),
  output: z.array(userSession),
});

export const endSession = endpoint({
  address: 'DELETE /api/user/self/sessions/:id',
  summary: 'Signs out one own browser.',
  access: 'user',
  input: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{16}$/)) }),
  output: z.undefined(),
});

export const endOtherSessions = endpoint({
  address: 'DELETE /api/user/self/sessions',
  summary: 'Signs out every own browser but this one. Answers how many.',
  access: 'user',
  input: z.object({}),
  output: z.int(),
});

/** Steps of a newcomer that are done. Those of the site are for administrators, who take them. */
export const getFirstSteps = endpoint({
  address: 'GET /api/user/first-steps',
  summary:
    'Which first steps the caller has taken: a channel and its test (administrators), a token, a request.',
  access: 'user',
  input: z.object({}),
  output: z.object({
    channel: z.optional(z.boolean()),
    tested: z.optional(z.boolean()),
    token: z.boolean(),
    request: z.boolean(),
  }),
});
