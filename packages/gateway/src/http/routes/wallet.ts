import {
  confirmPayment,
  getTopUpPrice,
  listOwnEntries,
  listOwnTopUps,
  listUserEntries,
  redeemCode,
  startPayment,
} from '@tollgate/contract';
import * as paymentReport from '../../services/payment-report.ts';
import * as payments from '../../services/payments.ts';
import { redeem } from '../../services/redeem.ts';
import * as statements from '../../services/statements.ts';
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
