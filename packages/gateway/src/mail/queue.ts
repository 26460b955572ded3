import { randomUUID } from 'node:crypto';
import type { Language } from '@tollgate/contract';
import { type Context, transact } from '../core/context.ts';
import * as outbox from '../modules/notifications/repository/outbox.ts';
import { sealedPlace } from '../modules/secrets/sealed-places.ts';
import type { MailTemplate, MailValues } from './render.ts';

/** A mail whose text is fixed, except for the site's name. */
export interface Mail {
  to: string;
  template: MailTemplate;
  language: Language;
  values?: MailValues;
}

/** A mail about an address. Its text is composed when it is sent: the request does not wait for it. */
export interface AddressMail {
  about: 'email' | 'reset';
  to: string;
  language: Language;
}

/** The body of a call to a user's webhook. Its address and secret are read when it is sent. */
export interface HookCall {
  hookOf: number;
  body: string;
}

export type QueuedMail = Mail | AddressMail | HookCall;

/** Queues a mail. Call in the transaction of the change: it leaves after the commit, or never. */
export async function queueMail(tx: Context, mail: QueuedMail): Promise<void> {
  const dedup_key = randomUUID();
  const kind = 'hookOf' in mail ? { topic: HOOK_TOPIC, owner: mail.hookOf } : { topic: MAIL_TOPIC };
  await outbox.add(tx.db, {
    ...kind,
    dedup_key,
    payload: tx.secrets.seal(JSON.stringify(mail), sealedPlace.outboxPayload(dedup_key)),
    next_at: Math.floor(tx.now() / 1000),
  });
}

/**
 * Sends the mails that are due, each in one process. Retries a failed mail after a growing pause and gives up
 * after a day. Returns how many left.
 */
export async function deliverMails(
  ctx: Context,
  send: (mail: Mail | AddressMail) => Promise<void>,
): Promise<number> {
  const at = Math.floor(ctx.now() / 1000);
  let sent = 0;
  for (const row of await outbox.listDue(ctx.db, [MAIL_TOPIC], at, BATCH)) {
    if (!(await outbox.claim(ctx.db, row, at + LEASE_SECONDS))) continue;
    if (await deliverRow(ctx, row, (mail) => sendOrMove(ctx, row, mail, send))) sent += 1;
  }
  return sent;
}

/** Earlier versions queued calls of webhooks among the mails. */
async function sendOrMove(
  ctx: Context,
  row: outbox.OutboxRow,
  mail: QueuedMail,
  send: (mail: Mail | AddressMail) => Promise<void>,
): Promise<void> {
  if (!('hookOf' in mail)) return send(mail);
  await transact(ctx, (tx) => queueMail(tx, mail));
  ctx.log.info({ outbox: row.id }, 'A call of a webhook moved to the queue of its own');
}

/** Opens and sends one claimed row, then removes it, or puts it back after a failure. Returns whether it was sent. */
export async function deliverRow(
  ctx: Context,
  row: outbox.OutboxRow,
  send: (mail: QueuedMail) => Promise<void>,
): Promise<boolean> {
  let mail: QueuedMail | undefined;
  try {
    const payload = ctx.secrets.open(row.payload, sealedPlace.outboxPayload(row.dedup_key));
    mail = JSON.parse(payload) as QueuedMail;
    await send(mail);
  } catch (error) {
    const pauseSeconds = (mail && 'about' in mail ? pausesWhileSomebodyWaits : pausesSeconds)[row.tries];
    const fields = { err: error, tries: row.tries + 1, again_in_s: pauseSeconds ?? 'never' };
    ctx.log.warn(fields, row.topic === HOOK_TOPIC ? 'A webhook was not called' : 'A mail was not sent');
    if (pauseSeconds === undefined) await outbox.remove(ctx.db, row.id);
    else await outbox.postpone(ctx.db, row.id, Math.floor(ctx.now() / 1000) + pauseSeconds);
    return false;
  }
  await outbox.remove(ctx.db, row.id);
  return true;
}

/** Topic of webhook calls in the outbox. */
export const HOOK_TOPIC = 'webhook';
const MAIL_TOPIC = 'mail';
const BATCH = 100;
/** Longer than the slowest mail server or webhook takes. */
export const LEASE_SECONDS = 180;
const pausesSeconds: readonly (number | undefined)[] = [5, 30, 120, 600, 3600, 6 * 3600, 16 * 3600];
/** A person waits for the code: one that comes hours later only confuses. */
const pausesWhileSomebodyWaits: readonly (number | undefined)[] = [5, 15, 60, 240];
