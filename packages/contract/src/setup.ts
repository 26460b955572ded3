import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { newPassword, newUsername } from './user-fields.ts';

export const getSetup = endpoint({
  address: 'GET /api/setup',
  summary: 'Tells whether the first-run setup is done, and on which database the gateway runs.',
  access: 'public',
  input: z.object({}),
  output: z.object({
    status: z.boolean(),
    root_init: z.boolean(),
    database_type: z.string(),
    /** Requires the server's setup code, unless the caller used a loopback name on the same machine. */
    token_required: z.boolean(),
    /** The address that needs no code, for callers on the same machine that used another name. */
    local_url: z._default(z.string(), ''),
  }),
});

export const submitSetup = endpoint({
  address: 'POST /api/setup',
  summary: 'Creates the first account (root) and chooses the usage mode. Works once.',
  access: 'public',
  limit: 'critical',
  input: z.object({
    username: z.optional(newUsername),
    password: z.optional(newPassword),
    confirmPassword: z.optional(z.string()),
    SelfUseModeEnabled: z._default(z.boolean(), false),
    DemoSiteEnabled: z._default(z.boolean(), false),
    setup_token: z.optional(z.string()),
  }),
  output: z.undefined(),
  done: 'setup_done',
});
