import { sweep } from '../services/codes.ts';
import { warnSpenders } from '../services/low-balance.ts';
import { deliver, deliverWebhooks } from '../services/mail.ts';
import type { Job } from './job.ts';

/** Mails leave right after the commit; this is for those that the mail server did not take at once. */
export const deliverMails: Job = { name: 'deliver-mails', everyMs: 10_000, run: deliver };

/** The same for webhooks of users, which may be silent for long: mails do not wait for them. */
export const callWebhooks: Job = { name: 'call-webhooks', everyMs: 10_000, run: deliverWebhooks };

/** Rows that count for nothing any more. Deleting them twice does no harm. */
export const sweepCodes: Job = { name: 'sweep-codes', everyMs: 3_600_000, run: sweep };

/** A warning may come a minute late; the calls themselves are never held up by it. */
export const warnOfLowBalances: Job = { name: 'low-balances', everyMs: 60_000, run: warnSpenders };
