import type { Context } from '../../core/context.ts';
import { transact } from '../../core/context.ts';
import type { QueuedMail } from '../../mail/queue.ts';
import * as users from '../identity/repository/users.ts';
import { mailLanguage, readSetting, type StoredSetting } from '../identity/users/stored-setting.ts';
import { sendMail, siteAddress } from '../notifications/mail.ts';
import { notify } from '../notifications/notify.ts';
import { nowSeconds } from '../shared/caller.ts';
import { amountText } from '../usage/log-texts.ts';
import { listSpenders } from '../usage/repository/usage-sums.ts';
import * as accounts from './accounts.ts';

/**
 * Warns users who spent something when their balance fell below their threshold: once, and again only after
 * it was above in between. Several processes may run this at the same time; one of them sends the warning.
 * Returns how many warnings were sent.
 */
export async function sendLowBalanceWarnings(ctx: Context): Promise<number> {
  const hour = Math.floor(nowSeconds(ctx) / 3600) * 3600;
  const spenders = await listSpenders(ctx.logReader, hour - 3600);
  let sent = 0;
  for (let start = 0; start < spenders.length; start += BATCH) {
    const rows = await users.listPresent(ctx.db, spenders.slice(start, start + BATCH));
    const money = await accounts.readMany(
      ctx,
      'user',
      rows.map(({ id }) => id),
    );
    for (const row of rows) if (await notifyIfLow(ctx, row, money(row.id).remaining)) sent += 1;
  }
  return sent;
}

/** Quota units. Without a saved setting: the option; in a setting without a threshold: what older pages showed. */
export function thresholdOf({ options }: Pick<Context, 'options'>, setting: string): number {
  const { quota_warning_threshold } = readSetting(setting);
  if (typeof quota_warning_threshold === 'number') return quota_warning_threshold;
  return setting === '' ? options.current.QuotaRemindThreshold : 500_000;
}

async function notifyIfLow(ctx: Context, row: users.UserRow, remaining: number): Promise<boolean> {
  const low = remaining < thresholdOf(ctx, row.setting);
  if (low === (row.warned === 1)) return false;
  if (!low) {
    await users.setWarned(ctx.db, row.id, 0);
    return false;
  }
  return transact(ctx, async (tx) => {
    if (!(await users.setWarned(tx.db, row.id, 1))) return false;
    const facts = { username: row.username, quota: remaining };
    await notify(tx, [row.id], { kind: 'quota_warning', subject: 'balance', facts, link: '/topup' });
    const notice = write(tx, row, remaining);
    if (notice) await sendMail(tx, notice);
    return notice !== undefined;
  });
}

function write(tx: Context, row: users.UserRow, remaining: number): QueuedMail | undefined {
  const setting = readSetting(row.setting);
  const language = mailLanguage(setting);
  if (setting.notify_type === 'webhook') return { hookOf: row.id, body: bodyOf(tx, row, remaining) };
  const to = addressOf(row, setting);
  if (to === '') return undefined;
  const quota = amountText({ ...tx, language }, remaining);
  const values = { username: row.username, quota, link: `${siteAddress(tx)}/topup` };
  return { to, template: 'quota_warning', language, values };
}

function bodyOf(tx: Context, { username, setting }: users.UserRow, quota: number): string {
  const values = { username, quota, threshold: thresholdOf(tx, setting) };
  return JSON.stringify({ type: 'quota_warning', ...values, timestamp: nowSeconds(tx) });
}

function addressOf({ email }: users.UserRow, { notification_email }: StoredSetting): string {
  return notification_email || email;
}

const BATCH = 500;
