import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  blankIsAbsent,
  copiedCode,
  emailAddress,
  newPassword,
  newUsername,
  turnstileToken,
} from './user-fields.ts';

export const register = endpoint({
  address: 'POST /api/user/register',
  summary: 'Creates an account. Signing in is a call of its own.',
  access: 'public',
  limit: 'critical',
  query: ['turnstile'],
  input: z.object({
    username: newUsername,
    password: newPassword,
    password2: z.optional(z.string()),
    email: blankIsAbsent(emailAddress),
    verification_code: z.optional(copiedCode(64)),
    aff_code: z.optional(z.string().check(z.trim(), z.maxLength(32), z.regex(/^[\x21-\x7e]*$/))),
    turnstile: turnstileToken,
  }),
  output: z.undefined(),
});

/** The response is the same whether the address has an account or not; only the mail differs. */
export const sendEmailCode = endpoint({
  address: 'GET /api/verification',
  summary: 'Mails a code that proves an address, for a new account or for binding it.',
  access: 'public',
  changes: true,
  limit: 'critical',
  input: z.object({ email: emailAddress, turnstile: turnstileToken }),
  output: z.undefined(),
});

/** The response is the same whether the address has an account or not. */
export const requestPasswordReset = endpoint({
  address: 'GET /api/reset_password',
  summary: 'Mails a link that sets a new password.',
  access: 'public',
  changes: true,
  limit: 'critical',
  input: z.object({ email: emailAddress, turnstile: turnstileToken }),
  output: z.undefined(),
});

export const resetPassword = endpoint({
  address: 'POST /api/user/reset',
  summary: 'Uses the token of a reset link, once, and answers the new password. Ends all sessions.',
  access: 'public',
  limit: 'critical',
  input: z.object({ email: emailAddress, token: z.string().check(z.trim(), z.maxLength(128)) }),
  output: z.string(),
});

export const bindEmail = endpoint({
  address: 'GET /api/oauth/email/bind',
  summary: 'Puts a proven e-mail address on the own account.',
  access: 'user',
  changes: true,
  limit: 'critical',
  input: z.object({ email: emailAddress, code: copiedCode(64).check(z.minLength(1)) }),
  output: z.undefined(),
});

export const sendTestMail = endpoint({
  address: 'POST /api/option/test_mail',
  summary: 'Sends a mail by the saved settings and waits for the mail server, to see whether they are right.',
  access: 'root',
  limit: 'critical',
  input: z.object({ to: emailAddress }),
  output: z.undefined(),
});
