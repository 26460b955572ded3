import type {
  CursorPage,
  getTopUpPrice,
  listOwnTopUps,
  Output,
  Parsed,
  startPayment,
  TopUp,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { randomText } from '../secrets/random.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { cursorPage } from '../shared/page.ts';
import { withSignature } from './epay.ts';
import * as topUps from './repository/top-ups.ts';
import { priceTopUp, toMoneyText } from './top-up-price.ts';

/** @throws {AppError} `topup_too_small`, `topup_too_cheap` */
export function price(
  ctx: CallContext,
  { amount }: Parsed<typeof getTopUpPrice>,
): Output<typeof getTopUpPrice> {
  const { cents } = priceTopUp(ctx.options.current, amount, callerOf(ctx).group);
  return { message: 'success', data: toMoneyText(cents) };
}

/**
 * Opens an order and signs the form for the payment page. Fixes what the order costs and credits; only the
 * payment gateway can complete it.
 *
 * @throws {AppError} `payment_off`, `topup_too_small`, `topup_too_cheap`
 */
export async function start(
  ctx: CallContext,
  { amount, payment_method }: Parsed<typeof startPayment>,
): Promise<Output<typeof startPayment>> {
  const merchant = merchantOf(ctx);
  const { ServerAddress: home, CustomCallbackAddress } = ctx.options.current;
  if (!merchant || !home) throw new AppError('payment_off');
  const { id: userId, group } = callerOf(ctx);
  const { quota, dollars, cents } = priceTopUp(ctx.options.current, amount, group);

  const at = nowSeconds(ctx);
  const trade_no = `USR${userId}NO${randomText(6)}${at}`;
  const order = { amount: Math.floor(dollars), money: cents / 100, quota, payment_method };
  await open(ctx, { ...order, user_id: userId, trade_no, create_time: at, status: 'pending' });
  const data = withSignature(
    {
      pid: merchant.id,
      type: payment_method === 'zfb' ? 'alipay' : 'wxpay',
      out_trade_no: trade_no,
      notify_url: `${CustomCallbackAddress || home}/api/user/epay/notify`,
      return_url: `${home}/topup`,
      name: `TUC${amount}`,
      money: toMoneyText(cents),
      device: 'pc',
    },
    merchant.key,
  );
  return { message: 'success', data, url: `${merchant.address}/submit.php` };
}

async function open(ctx: CallContext, order: NewOrder): Promise<void> {
  await change(ctx, [], async (tx) => {
    const id = await topUps.insert(tx.db, order);
    recordAction(tx, { action: 'topup.open', target: `topup:${id}`, after: order });
  });
}

type NewOrder = Parameters<typeof topUps.insert>[1];

export function listOwn(ctx: CallContext, input: Parsed<typeof listOwnTopUps>): Promise<CursorPage<TopUp>> {
  const filter = { userId: callerOf(ctx).id };
  return cursorPage(ctx.reader, topUps, { filter, page: input }, (row) => row);
}

/** Undefined while any part of the merchant's account is missing: then payments are off both ways. */
export function merchantOf({ options: { current } }: Context) {
  const { PayAddress: address, EpayId: id, EpayKey: key } = current;
  return address && id && key ? { address: address.replace(/\/+$/, ''), id, key } : undefined;
}
