import { AmountTooLargeError } from '@tollgate/pricing/decimal';
import type { CallContext } from '../../core/context.ts';
import { post } from '../../ledger/post.ts';
import { recordAction } from '../audit/audit-log.ts';
import { notify } from '../notifications/notify.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { NoteType, writeNote } from '../usage/log-note.ts';
import { noteText, quotaText } from '../usage/log-texts.ts';
import { type EpayFields, isSigned } from './epay.ts';
import { merchantOf } from './payments.ts';
import * as topUps from './repository/top-ups.ts';
import { toMoneyText } from './top-up-price.ts';

type Reply = 'success' | 'fail';

/**
 * Books the order that the payment gateway reports as paid. Compares the whole report with the order: only a
 * signed report of our own merchant account, over the exact amount of an order of ours, moves money. The
 * reply is `success` once that is committed, and again for every repetition; any other reply makes the
 * gateway retry.
 */
export async function confirm(ctx: CallContext, report: Record<string, unknown>): Promise<Reply> {
  const refuse = (reason: string): Reply => {
    const order = String(report.out_trade_no).slice(0, 64);
    ctx.log.warn({ reason, order, ip: ctx.ip }, 'A report of a payment was refused');
    return 'fail';
  };
  const merchant = merchantOf(ctx);
  if (!merchant) return refuse('payments are off');
  if (!isPlain(report)) return refuse('a field came twice');
  if (!isSigned(report, merchant.key)) return refuse('wrong signature');
  if (report.pid !== merchant.id) return refuse('of another merchant');
  if (report.trade_status !== 'TRADE_SUCCESS') return refuse('not paid');

  const order = await topUps.findByTradeNo(ctx.db, report.out_trade_no ?? '');
  if (!order) return refuse('unknown order');
  if (!isSameMoney(report.money, order.money)) return refuse('another amount than the order');
  if (order.status === 'success') return 'success';
  try {
    await change(ctx, [], (tx) => book(tx, order));
  } catch (error) {
    if (error instanceof AmountTooLargeError) return refuse('the balance cannot hold that much');
    throw error;
  }
  return 'success';
}

/** Of concurrent reports the first books the money; the others find the order completed. */
async function book(tx: CallContext, order: topUps.TopUpRow): Promise<void> {
  if (!(await topUps.complete(tx.db, order.id, nowSeconds(tx)))) return;
  const { id, user_id: userId, quota, money, trade_no } = order;
  const account = { ownerType: 'user', ownerId: userId } as const;
  const meta = { order: id, money: toMoneyText(Math.round(money * 100)) };
  const outcome = await post(tx.db, { ref: trade_no, kind: 'topup', account, amount: quota, meta });
  if (outcome !== 'ok') throw new Error(`A paid order was not booked: ${outcome}`);

  recordAction(tx, { action: 'topup.paid', target: `topup:${id}`, after: { quota, money, trade_no } });
  const news = { kind: 'payment_received', subject: `topup:${id}`, link: '/topup' } as const;
  await notify(tx, [userId], { ...news, facts: { quota } });
  await writeNote(tx, {
    type: NoteType.topUp,
    userId,
    ...noteText(tx, 'paid', (reader) => ({ amount: quotaText(reader, quota), money: meta.money })),
    quota,
    other: { event: 'paid', trade_no, money: meta.money },
  });
}

/** A repeated field arrives as a list: the signed value and the value that is read could differ. */
function isPlain(report: Record<string, unknown>): report is EpayFields {
  return Object.values(report).every((value) => typeof value === 'string');
}

function isSameMoney(sent: string | undefined, money: number): boolean {
  return (
    /^\d{1,12}(\.\d{1,2}0*)?$/.test(sent ?? '') && Math.round(Number(sent) * 100) === Math.round(money * 100)
  );
}
