import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Unix seconds, as text in a query. Other text is rejected: a token must not outlive a misspelled expiry. */
const expiry = z.pipe(z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.int()]), z.transform(Number));

/** Calls the console API in a user's name. A user has at most one; the token itself is shown only when it is created. */
export const accessToken = z.object({
  /** What the user calls it; may be empty. */
  name: z.string(),
  /** Unix seconds. Null where the token was created by a version that did not record it. */
  created_at: z.nullable(z.int()),
  /** Unix seconds, up to two minutes late. Null: not used yet. */
  last_used_at: z.nullable(z.int()),
  /** Unix seconds. Null: it does not expire. */
  expires_at: z.nullable(z.int()),
});
export type AccessToken = z.output<typeof accessToken>;

export const createAccessToken = endpoint({
  address: 'GET /api/user/token',
  summary:
    'Replaces the system access token and shows the new one, once. `expires_at` is in unix seconds; without it the token does not expire. A token that replaces itself keeps its expiry.',
  access: 'user',
  changes: true,
  input: z.object({
    name: z._default(z.string().check(z.trim(), z.maxLength(30)), ''),
    expires_at: z.optional(expiry),
  }),
  output: z.string(),
});

export const getAccessToken = endpoint({
  address: 'GET /api/user/self/token',
  summary: 'The own system access token without the token itself; null when there is none.',
  access: 'user',
  input: z.object({}),
  output: z.nullable(accessToken),
});

export const revokeAccessToken = endpoint({
  address: 'DELETE /api/user/self/token',
  summary: 'Revokes the own system access token.',
  access: 'user',
  input: z.object({}),
  output: z.undefined(),
});
