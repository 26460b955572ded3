import { afterCommit, type CallContext, type Context, transact } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { deliverHooks } from '../../mail/hook-queue.ts';
import { type AddressMail, deliverMails, type Mail, type QueuedMail, queueMail } from '../../mail/queue.ts';
import { type MailTemplate, type MailValues, renderMail } from '../../mail/render.ts';
import { canSendMail, sendOverSmtp } from '../../mail/transport.ts';
import * as codes from '../identity/entry/codes.ts';
import * as users from '../identity/repository/users.ts';
import { callWebhook } from './webhooks.ts';

/**
 * Mails a user through the outbox: the mail leaves right after the commit, and later when the mail server is
 * away. The caller does not wait for it. A site without a mail server sends nothing. Works inside a
 * transaction and outside of one.
 */
export async function sendMail(ctx: Context, mail: QueuedMail): Promise<void> {
  if (!canSendMail(ctx) && !('hookOf' in mail)) return;
  if (!ctx.db.isTransaction) return transact(ctx, (tx) => sendMail(tx, mail));
  await queueMail(ctx, mail);
  afterCommit(ctx, async (outside) => {
    // In the background: the outbox has the mail, so the request does not wait for the mail server.
    const leave = 'hookOf' in mail ? deliverWebhooks : deliver;
    leave(outside).catch((err: unknown) => ctx.log.error({ err }, 'Mails wait in the outbox'));
  });
}

/** Sends the mails that are due. Returns how many left. */
export function deliver(ctx: Context): Promise<number> {
  return deliverMails(ctx, (mail) => send(ctx, mail));
}

/** Calls the webhooks of users that are due, separately from the mails. Returns how many were called. */
export function deliverWebhooks(ctx: Context): Promise<number> {
  return deliverHooks(ctx, (call) => callWebhook(ctx, call));
}

/**
 * Sends one mail while the caller waits: to check the settings.
 *
 * @throws {AppError} `mail_off`, `mail_failed`
 */
export async function sendTest(
  ctx: CallContext,
  { to, template = 'test', values = {} }: Pick<Mail, 'to'> & Partial<Pick<Mail, 'template' | 'values'>>,
): Promise<undefined> {
  refuseWithoutMail(ctx);
  try {
    await sendNow(ctx, { to, template, language: ctx.language, values });
  } catch (cause) {
    const { code, message } = cause as { code?: string; message?: string };
    throw new AppError('mail_failed', { why: code ?? message ?? '' }, { cause });
  }
  return undefined;
}

/** @throws {AppError} `mail_off`: no mail server is configured */
export function refuseWithoutMail(ctx: Context): void {
  if (!canSendMail(ctx)) throw new AppError('mail_off');
}

async function send(ctx: Context, mail: Mail | AddressMail): Promise<void> {
  const composed = 'about' in mail ? await compose(ctx, mail) : mail;
  if (composed) await sendNow(ctx, composed);
}

async function sendNow(ctx: Context, { to, template, language, values }: Mail): Promise<void> {
  const site = { site: ctx.options.current.SystemName };
  await sendOverSmtp(ctx, to, renderMail(template, language, { ...site, ...values }));
}

/** Composes a mail about an address. Creates the code here, so that only the mail contains it. */
async function compose(ctx: Context, { about, to, language }: AddressMail): Promise<Mail | undefined> {
  const write = (template: MailTemplate, values: MailValues) => ({ to, language, template, values });
  const minutes = codes.MINUTES;
  if (about === 'email') {
    if (await users.isEmailTaken(ctx.db, to)) return write('email_known', {});
    return write('email_code', { code: await codes.make(ctx, 'email', to), minutes });
  }
  const user = await users.findByEmail(ctx.db, to);
  if (!user) return undefined;
  const query = new URLSearchParams({ email: to, token: await codes.make(ctx, 'reset', to) });
  return write('password_reset', { link: `${siteAddress(ctx)}/user/reset?${query}`, minutes });
}

/** Never from the headers of a request: a caller must not choose where the link leads. */
export function siteAddress({ options: { current }, config }: Context): string {
  return current.ServerAddress || `http://localhost:${config.port}`;
}
