import { Role } from '@tollgate/contract';
import { type Context, transact } from '../../core/context.ts';
import type { QueuedMail } from '../../mail/queue.ts';
import * as users from '../identity/repository/users.ts';
import { mailLanguage, readSetting } from '../identity/users/stored-setting.ts';
import { sendMail, siteAddress } from '../notifications/mail.ts';
import { type News, notify } from '../notifications/notify.ts';
import { nowSeconds } from '../shared/caller.ts';
import { amountText } from '../usage/log-texts.ts';
import { listEnabled } from './repository/limit-rules.ts';
import * as windows from './repository/limit-windows.ts';
import { type Rule, toRule } from './rule.ts';
import { isBooked, windowOf } from './window-of.ts';

/** A window whose use has reached a percentage without a warning so far. */
interface Due {
  readonly rule: Rule;
  readonly window: windows.LimitWindowRow;
  readonly percent: number;
}

/**
 * Warns at each percentage of each rule, once per window: the user whom the rule limits, or the root users. Of
 * several percentages that were passed at once, only the highest one. Several gateways may run this at the same
 * time; one of them sends the warning. Returns how many warnings were sent.
 */
export async function sendLimitWarnings(ctx: Context): Promise<number> {
  const at = nowSeconds(ctx);
  let sent = 0;
  for (const rule of (await listEnabled(ctx.db)).map(toRule)) {
    const [lowest] = rule.warnAt;
    if (lowest === undefined || !isBooked(rule) || rule.from > at) continue;
    const { startsAt, period } = windowOf(rule, '', at);
    const threshold = thresholdOf(rule, lowest);
    if (period > 0) await windows.forgetWarnings(ctx.db, rule.id, threshold);
    for (const window of await windows.listUsed(ctx.db, rule, startsAt, threshold)) {
      const percent = rule.warnAt.filter((each) => window.spent >= thresholdOf(rule, each)).at(-1) ?? 0;
      if (percent > window.warned && (await warn(ctx, { rule, window, percent }))) sent += 1;
    }
  }
  return sent;
}

function thresholdOf({ amount }: Rule, percent: number): number {
  return Math.ceil((amount * percent) / 100);
}

function warn(ctx: Context, due: Due): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const recipients = await findRecipients(tx, due);
    if (recipients.length === 0 || !(await windows.setWarned(tx.db, due.window.id, due.percent)))
      return false;
    for (const user of recipients) {
      const notice = write(tx, user, due);
      if (notice) await sendMail(tx, notice);
    }
    await notify(
      tx,
      recipients.map(({ id }) => id),
      describe(due),
    );
    return true;
  });
}

function describe({ rule, window, percent }: Due): News {
  const { id, name, resource, amount } = rule;
  const isOwn = rule.scope === 'user' || rule.scope === 'token';
  const limit = resource === 'tokens' ? `${amount} tokens` : amount;
  const spent = window.spent;
  return {
    kind: 'limit_warning',
    subject: `limit:${id}:${window.subject}`.slice(0, 96),
    facts: { rule: name || `#${id}`, resource, percent, spent, limit },
    link: isOwn ? '/topup' : '/limit',
  };
}

async function findRecipients(tx: Context, { rule, window }: Due): Promise<users.UserRow[]> {
  const id = Number(rule.target || window.subject);
  const userId = rule.scope === 'user' ? id : undefined;
  const ownerId = rule.scope === 'token' ? await windows.findTokenOwner(tx.db, id) : userId;
  return ownerId === undefined ? users.listByRole(tx.db, Role.root) : users.listPresent(tx.db, [ownerId]);
}

function write(tx: Context, user: users.UserRow, due: Due): QueuedMail | undefined {
  const { rule, window, percent } = due;
  const setting = readSetting(user.setting);
  const { notify_type, notification_email } = setting;
  const language = mailLanguage(setting);
  const name = rule.name || `#${rule.id}`;
  if (notify_type === 'webhook') {
    const numbers = { percent, limit: rule.amount, spent: window.spent, held: window.held };
    const fields = { username: user.username, rule: name, resource: rule.resource, subject: window.subject };
    const timestamp = nowSeconds(tx);
    return {
      hookOf: user.id,
      body: JSON.stringify({ type: 'limit_warning', ...fields, ...numbers, timestamp }),
    };
  }
  const to = notification_email || user.email;
  if (to === '') return undefined;
  const shown = (amount: number) =>
    rule.resource === 'quota' ? amountText({ ...tx, language }, amount) : `${amount} tokens`;
  const values = {
    ...{ username: user.username, rule: name, percent, subject: window.subject },
    ...{ spent: shown(window.spent), limit: shown(rule.amount), link: siteAddress(tx) },
  };
  return { to, template: 'limit_warning', language, values };
}
