import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { queryInteger, queryText, rowId } from './field-schemas.ts';
import { cursorPageOf, cursorQuery, pageQuery } from './page.ts';
import { blankIsAbsent, displayName, newPassword, newUsername } from './user-fields.ts';
import { user } from './users.ts';

/** Quota units; a balance may be set below zero. */
const anyQuota = z.int().check(z.minimum(-9e15), z.maximum(9e15));

export const listUsers = endpoint({
  address: 'GET /api/user/',
  summary: 'All users as a page, newest first, deleted ones among them. `p` counts from 1.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...cursorQuery }),
  output: cursorPageOf(user),
});

export const searchUsers = endpoint({
  address: 'GET /api/user/search',
  summary:
    'Users whose name, e-mail or display name contains `keyword`, or whose id it is. `p` counts from 1.',
  access: 'admin',
  input: z.object({
    ...pageQuery,
    ...cursorQuery,
    keyword: queryText,
    group: queryText,
    role: queryInteger,
    status: queryInteger,
  }),
  output: cursorPageOf(user),
});

export const getUser = endpoint({
  address: 'GET /api/user/:id',
  summary: 'One user of a lower role; the root sees everybody.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: user,
});

export const createUser = endpoint({
  address: 'POST /api/user/',
  summary: 'Creates a user of role 1.',
  access: 'admin',
  input: z.object({
    username: newUsername,
    password: newPassword,
    display_name: blankIsAbsent(displayName),
    role: z.optional(z.int()),
  }),
  output: user,
});

/** `quota_before` is the balance that the form showed; spending since then is kept. */
export const updateUser = endpoint({
  address: 'PUT /api/user/',
  summary: 'Changes a user of a lower role. What is absent or blank stays as it is.',
  access: 'admin',
  input: z.object({
    id: rowId,
    username: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    display_name: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    password: blankIsAbsent(newPassword),
    group: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    quota: z.optional(anyQuota),
    quota_before: z.optional(anyQuota),
    role: z.optional(z.int()),
  }),
  output: user,
});

export const manageUser = endpoint({
  address: 'POST /api/user/manage',
  summary: 'Promotes, demotes, disables, enables or deletes a user of a lower role. Answers role and status.',
  access: 'admin',
  input: z.object({ id: rowId, action: z.enum(['promote', 'demote', 'disable', 'enable', 'delete']) }),
  output: user,
});

/** The row is kept: its ledger entries are never deleted. */
export const deleteUser = endpoint({
  address: 'DELETE /api/user/:id',
  summary: 'Deletes a user of a lower role: tokens and sessions end, the name stays taken.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});
