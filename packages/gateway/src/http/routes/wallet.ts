import {
  confirmPayment,
  getTopUpPrice,
  listOwnEntries,
  listOwnTopUps,
  listUserEntries,
  redeemCode,
  startPayment,
} from '@tollgate/contract';
import * as paymentReport from '../../modules/billing/payment-report.ts';
import * as payments from '../../modules/billing/payments.ts';
import { redeem } from '../../modules/billing/redeem.ts';
import * as statements from '../../modules/billing/statements.ts';
import type { Serve } from '../serve.ts';

export function walletRoutes(serve: Serve): void {
  serve(redeemCode, redeem);
  serve(getTopUpPrice, payments.price);
  serve(startPayment, payments.start);
  serve(confirmPayment, paymentReport.confirm);
  serve(listOwnTopUps, payments.listOwn);
  serve(listOwnEntries, statements.listOwn);
  serve(listUserEntries, statements.listOf);
}
