import { sendLowBalanceWarnings } from '../modules/billing/low-balance.ts';
import { sweep } from '../modules/identity/entry/codes.ts';
import { sendLimitWarnings } from '../modules/limits/limit-warnings.ts';
import { sweep as sweepInbox } from '../modules/notifications/inbox.ts';
import { deliver, deliverWebhooks } from '../modules/notifications/mail.ts';
import { notifyOfExpiringTokens } from '../modules/tokens/expiring-tokens.ts';
import type { Job } from './job.ts';

/** Mails leave right after the commit; this job sends those that the mail server did not accept at once. */
export const deliverMails: Job = { name: 'deliver-mails', everyMs: 10_000, run: deliver };

/** The same for webhooks of users, which may be slow: mails do not wait for them. */
export const callWebhooks: Job = { name: 'call-webhooks', everyMs: 10_000, run: deliverWebhooks };

/** Deletes rows that have expired. Deleting them twice does no harm. */
export const sweepCodes: Job = { name: 'sweep-codes', everyMs: 3_600_000, run: sweep };

/** A warning may come a minute late; it never delays a call. */
export const warnOfLowBalances: Job = { name: 'low-balances', everyMs: 60_000, run: sendLowBalanceWarnings };

/** The same for limits that are nearly used up. */
export const warnOfLimits: Job = { name: 'limit-warnings', everyMs: 30_000, run: sendLimitWarnings };

/** Tokens that end within days: an hour early or late is the same. */
export const warnOfExpiringTokens: Job = {
  name: 'expiring-tokens',
  everyMs: 3_600_000,
  run: notifyOfExpiringTokens,
};

/** Deletes notifications that are too old. */
export const sweepNotifications: Job = { name: 'sweep-notifications', everyMs: 3_600_000, run: sweepInbox };
